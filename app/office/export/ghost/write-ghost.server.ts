import { stringify } from "csv-stringify/sync"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { CSV } from "#app/kit/http/csv.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { writeArchive } from "../archive.server.ts"
import { addMedia, nameMedia } from "../exported-media.server.ts"
import { createPlaces } from "../places.ts"
import { readSubscribers } from "../read-audience.server.ts"
import type { Line } from "../shapes.ts"
import { inSnapshot } from "../snapshot.server.ts"
import { type ExportReport, type ExportWork, measureExport } from "../write-export.server.ts"
import { ghostJson } from "./ghost-json.server.ts"

/**
 * Writes the site as Ghost's importer takes it (product.md 52.8): a zip with one JSON of all texts, and the files that these use where
 * Ghost looks for them. Subscribers are a table beside it, which Ghost takes under its members.
 *
 * @returns as `writeExport`
 * @throws what `writeArchive` throws
 */
export async function writeGhost({ file, ...options }: ExportWork): Promise<ExportReport> {
  const { publicUrl, hasPersonalData, hasMedia, onProgress, signal } = options
  const store = hasMedia ? getStore() : undefined
  const measured = await measureExport({ ...options, format: "ghost" })
  const total = Object.values(measured.counts).reduce((sum, count) => sum + count, 0)
  const counts: ExportReport["counts"] = { episodes: 0, news: 0, blog: 0, pages: 0 }
  let done = 0
  const count = (kind: keyof typeof counts, number: number) => {
    counts[kind] = (counts[kind] ?? 0) + number
    onProgress?.({ step: "contents", done: (done += number), total })
  }
  const { report, bytes } = await writeArchive(
    file,
    async (add) => {
      const { files, missing } = await inSnapshot(async (on) => {
        const named = await nameMedia(on, store, folderOf)
        const used = new Set<string>()
        const find = (key: string) => {
          const name = named.byKey.get(key)
          if (name !== undefined) used.add(name)
          return name
        }
        // What the zip has is at Ghost's own address then, all else stays at the site's.
        const places = createPlaces({ publicUrl, media: { get: find }, pages: new Map() })
        const labels = shownPodcast().texts.categories
        await add("ghost.json", ghostJson({ on, publicUrl, places, base: GHOST, labels, onDone: count }))
        if (hasPersonalData) {
          const members = counting(readSubscribers(on), (number) => count("subscribers", number))
          await add("members.csv", membersCsv(members))
        }
        return { files: named.files.filter(({ name }) => used.has(name)), missing: named.missing }
      })
      const damaged = store ? await addMedia(store, files, add, { onProgress, signal }) : []
      return { counts, files: files.length, missing: [...missing, ...damaged] }
    },
    signal,
  )
  return { ...report, bytes }
}

const GHOST = "__GHOST_URL__/"

/** What Ghost takes of each kind; all else it would refuse, or pass over. */
function folderOf(type: string) {
  if (/^image\/(?:jpeg|png|gif|webp)$/.test(type)) return "content/images"
  if (/^(?:audio\/(?:mpeg|mp4|ogg|wav)|video\/(?:mp4|webm))$/.test(type)) return "content/media"
  return type === "application/pdf" ? "content/files" : undefined
}

async function* counting<Row>(batches: AsyncIterable<Row[]>, count: (rows: number) => void) {
  for await (const rows of batches) {
    yield rows
    count(rows.length)
  }
}

const MEMBER_COLUMNS = ["email", "name", "subscribed_to_emails", "labels", "created_at"]

/** Who subscribed, as Ghost takes them: who left or is not reached is not mailed again, and who never confirmed stays away. */
async function* membersCsv(batches: AsyncIterable<Line<"subscribers">[]>) {
  yield stringify([MEMBER_COLUMNS], CSV)
  for await (const rows of batches) {
    const members = rows
      .filter(({ state }) => state !== "unconfirmed")
      .map(({ email, name, state, createdAt }) => {
        const isSubscribed = state === "subscribed"
        return [email, name, String(isSubscribed), isSubscribed ? "" : "cko-non-abonné", createdAt]
      })
    yield stringify(members, CSV)
  }
}
