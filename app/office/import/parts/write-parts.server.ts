import { eq } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { readChaptersJson } from "#app/kit/lib/chapters-json.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { keepEpisodeVersions } from "#app/podcast/episodes/manage-episodes.server.ts"
import { readTranscript } from "#app/podcast/transcripts/formats/read-transcript.ts"
import { enterTranscript } from "#app/podcast/transcripts/manage-transcripts.server.ts"
import { markDone, remark, rememberThings, type Run, step, takeThings } from "../run.server.ts"
import type { PartThing } from "../things.ts"
import { createEpisodeMatcher } from "./match-episode.ts"
import { listEpisodes } from "./match-parts.server.ts"

const BATCH = 20

/** Gives episodes the transcripts and chapters that they lack, some at each call; those that they have stay. */
export function createPartWriter(run: Run) {
  let matcher: ReturnType<typeof createEpisodeMatcher> | undefined
  return async () => {
    // Once: episodes of the same import are here by then.
    const find = (matcher ??= createEpisodeMatcher(await listEpisodes(db)))
    const write = async (tx: Transaction, report: ImportReport) => {
      if (run.choices.transcripts === "none") return "done" as const
      const taken = await takeThings<PartThing>(tx, run.id, "part", { after: 0, limit: BATCH })
      if (taken.length === 0) return "done" as const
      const found = taken.flatMap(({ sourceId }) => find(sourceId) ?? [])
      const byId = new Map((await listEpisodes(tx, found)).map((episode) => [episode.id, episode]))
      for (const { thing, sourceId, digest } of taken) {
        const episode = byId.get(find(sourceId) ?? 0)
        if (!episode) remark(report, sourceId, "aucun épisode n’a ce numéro, ce titre ou cet identifiant")
        else if (thing.part === "chapters")
          await addChapters(tx, report, thing, { id: episode.id, isThere: episode.hasChapters })
        else if (episode.hasTranscript) report.targets.transcript.unchanged += 1
        else if (await addTranscript(tx, run, report, { thing, digest, id: episode.id }))
          episode.hasTranscript = true
      }
      await markDone(
        tx,
        run.id,
        "part",
        taken.map(({ sourceId }) => sourceId),
      )
      return "more" as const
    }
    // Before any row, as whoever saves an episode.
    return step(run, write, lockEpisodes)
  }
}

type Found = { thing: PartThing; digest: string; id: number }

async function addTranscript(tx: Transaction, run: Run, report: ImportReport, { thing, digest, id }: Found) {
  const read = readTranscript(thing.text)
  if ("problem" in read) {
    remark(report, thing.id, read.problem)
    return false
  }
  await enterTranscript(tx, id, read.cues, "text", { isPublished: run.choices.transcripts === "public" })
  const [made] = await tx
    .select({ id: transcripts.id, version: transcripts.version })
    .from(transcripts)
    .where(eq(transcripts.episodeId, id))
  if (!made) return false
  report.targets.transcript.created += 1
  await rememberThings(tx, [
    {
      ...{ source: run.source, kind: "part", sourceId: thing.id, importId: run.id, target: "transcript" },
      ...{ rowId: made.id, version: made.version, digest },
    },
  ])
  return true
}

async function addChapters(
  tx: Transaction,
  report: ImportReport,
  thing: PartThing,
  { id, isThere }: { id: number; isThere: boolean },
) {
  if (isThere) return
  const chapters = readChaptersJson(thing.text)
  if (chapters.length === 0) return remark(report, thing.id, "aucun chapitre n’y est lisible")
  await keepEpisodeVersions(tx, [id], true)
  const [changed] = await tx
    .update(episodes)
    .set({ chapters, ...nextVersion(episodes) })
    .where(eq(episodes.id, id))
    .returning({ title: episodes.title })
  await keepEpisodeVersions(tx, [id])
  report.chapters = (report.chapters ?? 0) + 1
  await record(tx, {
    action: "update",
    kind: "episode",
    id,
    title: changed?.title ?? "",
    after: { chapters },
  })
}
