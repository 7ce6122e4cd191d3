import { eq } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { enterTranscript } from "../manage-transcripts.server.ts"

/**
 * Makes what a program wrote an episode's transcript, as a draft, unless it has one already.
 *
 * @returns the sentences where they have to be kept beside it
 */
export async function keepDraft(tx: Transaction, episodeId: number, cues: Cue[]) {
  // Against a host who saves one at the same moment.
  const [episode] = await tx
    .select({ id: episodes.id })
    .from(episodes)
    .where(eq(episodes.id, episodeId))
    .for("update")
  if (!episode) return undefined
  const [own] = await tx
    .select({ id: transcripts.id })
    .from(transcripts)
    .where(eq(transcripts.episodeId, episodeId))
  if (own) return cues
  await enterTranscript(tx, episodeId, cues, "command")
  return undefined
}
