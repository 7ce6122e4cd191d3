import { and, eq, sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { isOpen, publicEpisodes } from "#app/db/public-episodes.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { type Cue, toParagraphs } from "#app/kit/lib/cues.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { formatsOf } from "./formats/write-transcript.ts"

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
    .select({ title: publicEpisodes.title, cues: transcripts.cues })
    .from(transcripts)
    .innerJoin(publicEpisodes, eq(publicEpisodes.id, transcripts.episodeId))
    .where(
      and(
        eq(transcripts.episodeId, sql.placeholder("id")),
        transcripts.isPublished,
        whereIsPublic(publicEpisodes),
        isOpen,
      ),
    )
    .prepare("public_transcript"),
)

/** Paragraphs, each with a link to its time, whose sentences can be jumped to. */
function writeTranscriptHtml(cues: readonly Cue[]) {
  let last = ""
  const parts = toParagraphs(cues).map(({ start, speaker, cues: said }) => {
    const seconds = start === null ? null : Math.floor(start / 1_000)
    const when = seconds === null ? "" : `<a href="?t=${seconds}">${writeClock(seconds * 1_000)}</a> `
    // Named once while the same person goes on; for who cannot see that, each time would be worse still.
    const who = speaker && speaker !== last ? `<cite>${escapeHtml(frenchSpaces(speaker))}\u00a0:</cite> ` : ""
    last = speaker
    return `<p>${when}${who}${said.map(toSentence).join(" ")}</p>`
  })
  return parts.join("\n")
}

function toSentence({ start, text }: Cue) {
  const words = escapeHtml(frenchSpaces(text))
  // To the tenth of a second, which is early enough: milliseconds would be a twentieth of the page.
  return start === null ? words : `<span data-t="${Math.floor(start / 100) / 10}">${words}</span>`
}
