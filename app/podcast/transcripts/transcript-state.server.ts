import { eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { transcriptions, transcripts } from "#app/db/schema/transcripts.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** How far an episode's transcript is, and whether a program of the host's writes such (`isWritten`). */
export async function findTranscriptState(episodeId: number) {
  const [[transcript], [asked]] = await Promise.all([
    db
      .select({ isPublished: transcripts.isPublished })
      .from(transcripts)
      .where(eq(transcripts.episodeId, episodeId)),
    db
      .select({ state: transcriptions.state })
      .from(transcriptions)
      .where(eq(transcriptions.episodeId, episodeId)),
  ])
  const isAsked = asked?.state === "waiting" || asked?.state === "working"
  const state = transcript ? (transcript.isPublished ? "published" : "draft") : isAsked ? "asked" : "none"
  return { episodeId, state, isWritten: Boolean(getSettings().transcribe) } as const
}
