import { and, eq, sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { formatsOf } from "./formats/write-transcript.ts"
import { writeTranscriptHtml } from "./transcript-html.server.ts"

/** The published transcript of an episode that everybody may see, with the episode's title; undefined where there is none. */
export async function findPublicTranscript(episodeId: number) {
  const [found] = await findStatement().execute({ id: episodeId })
  return found
}

/** As an episode's page shows it; null where there is none. */
export function showTranscript(cues: Cue[] | null) {
  return cues && { html: writeTranscriptHtml(cues), formats: formatsOf(cues) }
}

const findStatement = preparedOnce(() =>
  db
    .select({ title: episodes.title, cues: transcripts.cues })
    .from(transcripts)
    .innerJoin(episodes, eq(episodes.id, transcripts.episodeId))
    .where(
      and(eq(transcripts.episodeId, sql.placeholder("id")), transcripts.isPublished, whereIsPublic(episodes)),
    )
    .prepare("public_transcript"),
)
