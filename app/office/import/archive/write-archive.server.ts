import { sql } from "drizzle-orm"
import { definitionsOf, keyOf } from "#app/base/settings/definitions.server.ts"
import type { GroupName } from "#app/base/settings/groups.ts"
import { groupsWriter } from "#app/base/settings/save-settings.server.ts"
import { refreshSiteSettings, underTheirKeys } from "#app/base/settings/site-settings.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { importThings } from "#app/db/schema/imports.server.ts"
import { media, mediaCaptions, mediaFiles } from "#app/db/schema/media.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import type { ImportedTarget, ImportReport } from "#app/kit/lib/imports.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { cleanTitle } from "#app/media/processing/titles.ts"
import { sourcePath } from "#app/media/processing/medium-files.server.ts"
import { EXTENSIONS, type MediaType } from "#app/media/processing/recognised.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { EXPORTED_GROUPS } from "../../export/exported-settings.server.ts"
import type { Line, Shape } from "../../export/shapes.ts"
import { ImportError } from "../import-error.ts"
import { NOT_EMPTY } from "../imports.copy.ts"
import {
  markDone,
  rememberThings,
  remark,
  type Run,
  type Step,
  step,
  takeThings,
  writeEach,
} from "../run.server.ts"
import type { LineThing, StagedMedium } from "../things.ts"
import { createHere, type Here } from "./addresses.ts"
import { clearSite, isSiteEmpty } from "./is-site-empty.server.ts"
import { LINE_WRITERS, type LineWriter } from "./line-writers.server.ts"

const BATCH = 200
/** Each has rows of its own, and its file to move. */
const MEDIA_BATCH = 20

type Taken = { thing: LineThing; sourceId: string; position: number }

/**
 * Writes what this program exported of a site into one that is empty, each line under its own number: some of one kind at each call, in the
 * order in which they were read, where what others refer to comes first.
 *
 * @throws ImportError where there are contents already
 */
export function createArchiveWriter(run: Run) {
  let isBegun = false
  let here: Here | undefined
  return async (): Promise<Step> => {
    const archive = await findArchive(run.id)
    if (!archive) return "done"
    if (!isBegun) await begin(run.id)
    isBegun = true
    const written = await step(run, async (tx, report) => {
      const taken = await takeLines(tx, run.id)
      const [first] = taken
      if (!first) {
        await continueNumbers(tx)
        await wakeJob(tx, "media-worker")
        return "done"
      }
      const { shape, line } = first.thing
      if (shape === "media") await writeMedia(tx, report, taken)
      else if (shape !== "archive") {
        here ??= createHere(archive.site, await listFiles(tx, run.id))
        if (shape === "settings") await bringSettings(tx, line, here)
        else await writeLines(tx, { run, report, shape, here }, taken)
      }
      await markDone(
        ...([tx, run.id, "line"] as const),
        taken.map(({ sourceId }) => sourceId),
      )
      return "more"
    })
    if (written === "done") await refreshSiteSettings()
    return written
  }
}

async function findArchive(importId: number) {
  const [found] = await db
    .select({ line: sql<{ site: string }>`${importThings.thing} -> 'line'` })
    .from(importThings)
    .where(sql`import_id = ${importId} and kind = 'line' and source_id = 'archive 1'`)
  return found?.line
}

/** What came with the site makes room; anything else does not. */
async function begin(importId: number) {
  const isUnderWay = await db.$count(importThings, sql`import_id = ${importId} and kind = 'line' and is_done`)
  if (isUnderWay > 0) return
  if (!(await isSiteEmpty())) throw new ImportError(NOT_EMPTY)
  await clearSite()
}

/** The next ones, as far as they are of one kind. */
async function takeLines(tx: Transaction, importId: number): Promise<Taken[]> {
  const next = await takeThings<LineThing>(tx, importId, "line", { after: 0, limit: BATCH })
  const shape = next[0]?.thing.shape
  const other = next.findIndex(({ thing }) => thing.shape !== shape)
  const ofOne = other < 0 ? next : next.slice(0, other)
  return shape === "media" ? ofOne.slice(0, MEDIA_BATCH) : ofOne
}

async function writeMedia(tx: Transaction, report: ImportReport, taken: Taken[]) {
  for (const { thing } of taken) {
    const line = thing.line as ReadMedium
    if (line.staged && (await moveIn(line.staged)))
      await writeEach(tx, report, [{ thing }], async (inner) => {
        await enterMedium(inner, line)
        count(report, "media", 1)
      })
    else remark(report, line.title, "son fichier n’est pas dans l’archive")
  }
}

type ReadMedium = Omit<Line<"media">, "captions"> & {
  captions: Pick<typeof mediaCaptions.$inferInsert, "language" | "cues">[]
  staged: StagedMedium | null
}

/** @returns whether it is at its place: also of one that an earlier attempt moved */
async function moveIn({ path, key, type }: StagedMedium) {
  const store = getStore()
  if ((await store.size(path)) !== undefined) await store.move(path, sourcePath(key), { type })
  return (await store.size(sourcePath(key))) !== undefined
}

async function enterMedium(tx: Transaction, { staged, ...line }: ReadMedium) {
  if (!staged) return
  const { key, kind, type, width, height, durationMs } = staged
  const needsWork = kind === "image" || kind === "audio" || kind === "video"
  const at = (time: string | null) => (time === null ? undefined : new Date(time))
  await tx
    .insert(media)
    .overridingSystemValue()
    .values({
      ...{ id: line.id, key, kind, type, width, height, durationMs, bytes: line.bytes, sha256: line.sha256 },
      ...{
        title: titleOf(line.title, type),
        alt: line.alt,
        focalX: line.focus.x,
        focalY: line.focus.y,
      },
      ...{
        state: needsWork ? "waiting" : "ready",
        createdAt: at(line.createdAt),
        updatedAt: at(line.updatedAt),
      },
    })
  const role = kind === "image" ? "original" : "main"
  await tx.insert(mediaFiles).values({
    ...{ mediumId: line.id, role, name: role, type, width, height, bytes: line.bytes, sha256: line.sha256 },
    path: sourcePath(key),
  })
  if (line.captions.length > 0)
    await tx.insert(mediaCaptions).values(line.captions.map((one) => ({ ...one, mediumId: line.id })))
}

/** As it was: a picture is called by what browsers get of it, whatever was uploaded. */
function titleOf(title: string, type: MediaType) {
  const named = (Object.keys(EXTENSIONS) as MediaType[]).find((one) => title.endsWith(`.${EXTENSIONS[one]}`))
  return cleanTitle(title, named ?? type)
}

/** By its path in the archive, where each file is now. */
async function listFiles(tx: Transaction, importId: number) {
  const { rows } = await tx.execute<{
    file: string | null
    original: string | null
    key: string
    title: string
  }>(sql`
    select thing -> 'line' ->> 'file' as file, thing -> 'line' ->> 'original' as original, m.key, m.title
    from ${importThings} t join ${media} m on m.key = thing -> 'line' -> 'staged' ->> 'key'
    where import_id = ${importId} and t.kind = 'line' and thing ->> 'shape' = 'media'`)
  return new Map(
    rows.flatMap(({ file, original, key, title }) =>
      [file, original].flatMap((path) => (path === null ? [] : [[path, mediaAddress(key, title)] as const])),
    ),
  )
}

async function writeLines<Name extends keyof typeof LINE_WRITERS>(
  tx: Transaction,
  { run, report, shape, here }: { run: Run; report: ImportReport; shape: Name; here: Here },
  taken: Taken[],
) {
  const write: LineWriter<Name> = LINE_WRITERS[shape]
  await writeEach(tx, report, taken, async (inner, some) => {
    const lines = some.map(({ thing }) => thing.line as Parameters<typeof write>[1][number])
    await write(inner, lines, here)
    await remember(inner, run, shape, some)
    count(report, shape, some.length)
  })
}

const TARGETS: Partial<Record<Shape, ImportedTarget>> = {
  ...{
    episodes: "episode",
    news: "news",
    blog: "post",
    pages: "page",
    comments: "comment",
    redirects: "redirect",
  },
}

/** So that it can be taken back. */
async function remember(tx: Transaction, run: Run, shape: Shape, some: Taken[]) {
  const target = TARGETS[shape]
  if (!target) return
  await rememberThings(
    tx,
    some.map(({ thing, sourceId }) => ({
      ...{ source: run.source, kind: "line" as const, sourceId, importId: run.id, target },
      ...{ rowId: (thing.line as { id: number }).id, version: 1, digest: "" },
    })),
  )
}

function count(report: ImportReport, shape: Shape, number: number) {
  report.lines = { ...report.lines, [shape]: (report.lines?.[shape] ?? 0) + number }
}

/** Those that say how the podcast and its site are; what one of this version does not know, or would refuse, stays as it is. */
async function bringSettings(tx: Transaction, line: object, here: Here) {
  const groups = JSON.parse(here.text(JSON.stringify(line))) as Record<string, Record<string, unknown>>
  const told = underTheirKeys(
    new Map(
      Object.entries(groups).flatMap(([group, values]) =>
        Object.entries(values).map(([name, value]) => [keyOf(group as GroupName, name), value] as const),
      ),
    ),
  )
  const write = await groupsWriter(
    EXPORTED_GROUPS.map((group) => {
      const values = Object.entries(definitionsOf(group)).flatMap(([name, { schema, settable = schema }]) => {
        const read = settable.safeParse(told.get(keyOf(group, name)))
        return read.success ? [[name, read.data] as const] : []
      })
      return { group, values: Object.fromEntries(values) }
    }),
  )
  await write(tx)
}

const NUMBERED = [
  ...[
    "episodes",
    "news",
    "blog_posts",
    "custom_pages",
    "guests",
    "comments",
    "redirects",
    "letters",
    "levels",
    "media",
  ],
  ...["newsletter_subscribers", "supporters", "contact_messages", "blocks"],
]

/** What is made here next gets the number after the last one that came. */
async function continueNumbers(tx: Transaction) {
  for (const table of NUMBERED)
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), 1)) from ${sql.identifier(table)} having count(*) > 0`)
}
