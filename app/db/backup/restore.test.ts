import { createHash } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import { readEveryTable } from "#test/every-table.ts"
import { createEpisode, createNews, storedRows } from "#test/factories.ts"
import { writeBackup } from "./backup.server.ts"
import { connectionPool, db } from "../client.server.ts"
import { letterRecipients, letters } from "../schema/letters.server.ts"
import { restoreBackup } from "./restore.server.ts"
import { getSecret } from "../secrets.server.ts"

const folder = await mkdtemp(join(tmpdir(), "cko-restore-"))
const file = join(folder, "copie.cko.gz")
const altered = join(folder, "altered.cko.gz")
let copy = Buffer.alloc(0)
/** What is there when a restore is tried. */
let before: Awaited<ReturnType<typeof readEveryTable>>

useDatabase()
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await db.execute(sql`truncate secrets`)
  await createEpisode({ title: "De la copie" })
  await createNews()
  await writeBackup({ file, dataDir: folder })
  copy = await readFile(file)
  await emptyDatabase()
  await createEpisode({ title: "D’ici" })
  before = await readEveryTable()
})

const restore = (from: string, overwrite = true) => restoreBackup({ file: from, dataDir: folder, overwrite })

test("45.2 letters that were under way or due when the copy was made are not sent again by themselves", async () => {
  const past = new Date("2026-01-01")
  await db.insert(letters).values([
    { title: "En cours", state: "sending", publishedAt: past },
    { title: "Due depuis", state: "scheduled", scheduledAt: past },
    { title: "À venir", state: "scheduled", scheduledAt: new Date("9999-01-01") },
  ])
  await db.insert(letterRecipients).values([{ letterId: 1, state: "sending" }, { letterId: 1 }])
  await writeBackup({ file, dataDir: folder })
  await restore(file)
  const states = await db
    .select({ state: letters.state, halt: letters.halt })
    .from(letters)
    .orderBy(letters.id)
  expect(states).toEqual([
    { state: "paused", halt: { code: "RESTORED" } },
    { state: "draft", halt: null },
    { state: "scheduled", halt: null },
  ])
  const people = await db
    .select({ state: letterRecipients.state })
    .from(letterRecipients)
    .orderBy(letterRecipients.id)
  expect(people).toEqual([{ state: "uncertain" }, { state: "waiting" }])
})

/** The copy with other lines; its footer says what is right for them unless it is changed too. */
async function alter(change: (lines: string[]) => string[], changeFooter = (footer: object) => footer) {
  const lines = gunzipSync(copy).toString().trimEnd().split("\n")
  const body = change(lines.slice(0, -1))
  const sha256 = createHash("sha256")
    .update(body.map((line) => `${line}\n`).join(""))
    .digest("hex")
  const mails = body.filter((line) => line.startsWith('{"mail"')).length
  const rows = body.reduce(
    (sum, line) => sum + Number(/^{"table":"\w+","rows":(\d+)}$/.exec(line)?.[1] ?? 0),
    0,
  )
  const footer = { rows, mails, sha256 }
  await writeFile(altered, gzipSync([...body, JSON.stringify(changeFooter(footer)), ""].join("\n")))
}

const replaced = (from: string | RegExp, to: string) => (lines: string[]) =>
  lines.map((line) => line.replace(from, to))
const added = (table: string, rows: string[]) => (lines: string[]) => [
  ...lines,
  `{"table":"${table}","rows":${rows.length}}`,
  ...rows,
]

/** Why a file is not restored; what was there before is there still. */
async function refusalOf(from: string, overwrite = true) {
  const error = await restore(from, overwrite).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: "BackupError" })
  expect(await readEveryTable()).toEqual(before)
  return error instanceof Error ? error.message : ""
}

const DAMAGED = /n’est pas une copie du site, ou elle est endommagée ou incomplète/

describe("a file that is no whole backup is refused, and changes nothing:", () => {
  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["another kind of file", Buffer.from("%PDF-1.7")],
    ["a gzip of something else", gzipSync("Bonjour\n")],
    ["a gzip of other JSON", gzipSync('{"format":"autre","version":1}\n')],
    ["a gzip of nothing", gzipSync("")],
  ])("a file that is no whole backup is refused, and changes nothing: %s", async (_name, bytes) => {
    await writeFile(altered, bytes)
    expect(await refusalOf(altered)).toMatch(DAMAGED)
  })

  test.each<[string, Parameters<typeof alter>]>([
    ["another text", [(lines) => lines, (footer) => ({ ...footer, sha256: "0".repeat(64) })]],
    ["a row too few", [(lines) => lines.filter((line) => !line.includes("De la copie"))]],
    [
      "a row too many",
      [(lines) => lines.flatMap((line) => (line.includes("De la copie") ? [line, line] : line))],
    ],
    ["another number of rows", [(lines) => lines, (footer) => ({ ...footer, rows: 4 })]],
    ["another number of mails", [(lines) => lines, (footer) => ({ ...footer, mails: 1 })]],
    ["no footer", [(lines) => lines, () => ({})]],
    ["a mail that would be written elsewhere", [(lines) => [...lines, '{"mail":"../a.eml","content":""}']]],
    ["a mail that is none", [(lines) => [...lines, '{"mail":".ssh.eml","content":""}']]],
    ["rows of a table that its header does not name", [added("inconnue", ['{"id":1}'])]],
    ["more rows in a batch than any has", [added("likes", Array(5_001).fill('{"episode_id":1}'))]],
    [
      "a line longer than any row",
      [added("secrets", [`{"name":"a","value":"${"b".repeat(65 * 2 ** 20)}"}`])],
    ],
    ["something unknown", [(lines) => [...lines, '{"command":"rm"}']]],
  ])("a file that is no whole backup is refused, and changes nothing: %s", async (_name, changes) => {
    await alter(...changes)
    expect(await refusalOf(altered)).toMatch(DAMAGED)
  })

  test("a file that is no whole backup is refused, and changes nothing: something after its end", async () => {
    await writeFile(altered, gzipSync(`${gunzipSync(copy).toString()}{"a":1}\n`))
    expect(await refusalOf(altered)).toMatch(DAMAGED)
  })

  test("a file that is no whole backup is refused, and changes nothing: a file that is not there, and a folder", async () => {
    expect(await refusalOf(join(folder, "absent.gz"))).toMatch(/n’existe pas/)
    expect(await refusalOf(folder)).toMatch(/c’est un dossier/)
  })
})

test("27.3 a backup is refused, and changes nothing, when there are data already, unless told to replace them", async () => {
  expect(await refusalOf(file, false)).toMatch(/^La base contient déjà des données .*--overwrite$/)
  await restore(file)
  expect(await storedRows("episodes")).toMatchObject([{ title: "De la copie" }])
})

test("a backup is refused, and changes nothing, when there is nothing but a person", async () => {
  await emptyDatabase()
  await db.execute(sql`insert into users (id, email) values ('1', 'a@cko.test')`)
  before = await readEveryTable()
  expect(await refusalOf(file, false)).toMatch(/--overwrite/)
})

test.each([
  ["a newer format", replaced('"version":1', '"version":2')],
  ["a newer schema", replaced(/"latest":\d+/, '"latest":9999999999999')],
])("a backup is refused, and changes nothing, when it is of %s", async (_name, change) => {
  await alter(change)
  expect(await refusalOf(altered)).toMatch(/version plus récente du site/)
})

test.each([
  ["a table that is no more", replaced('"tables":{', '"tables":{"anciens":["id"],')],
  ["a column that is no more", replaced('"episodes":["id"', '"episodes":["id","ancienne"')],
  ["no column that is needed now", replaced('"episodes":["id","title"', '"episodes":["id"')],
])("a backup is refused, and changes nothing, when it has %s", async (_name, change) => {
  await alter(change)
  expect(await refusalOf(altered)).toMatch(/version trop ancienne du site/)
})

test.each([
  ["a row that the database refuses", replaced('"views":0', '"views":-1')],
  [
    "a row that refers to nothing",
    added("likes", ['{"episode_id":99,"session_id":"a","created_at":"2026-01-01"}']),
  ],
  ["the same row twice", added("secrets", Array(2).fill('{"name":"a","value":"b"}'))],
  ["a row that is no JSON", replaced('"views":0', '"views":')],
])("a backup is refused, and changes nothing, when it has %s", async (_name, change) => {
  await alter(change)
  expect(await refusalOf(altered)).toMatch(/^Rien n’a été restauré ni changé : /)
  expect(await createEpisode()).toMatchObject({ id: 2 })
})

test("a backup is refused, and changes nothing, when a row is refused after the mails, which go again", async () => {
  await writeFile(join(await outbox(), "ici.eml"), "Bonsoir")
  await alter((lines) => [
    ...lines,
    '{"mail":"ici.eml","content":"QQ=="}',
    '{"mail":"la-bas.eml","content":"QQ=="}',
    ...added("likes", ['{"episode_id":99,"session_id":"a","created_at":"2026-01-01"}'])([]),
  ])
  expect(await refusalOf(altered)).toMatch(/^Rien n’a été restauré ni changé : /)
  expect(await readdir(join(folder, "outbox"))).toEqual(["ici.eml"])
  expect(await readFile(join(folder, "outbox/ici.eml"), "utf8")).toBe("Bonsoir")
  await rm(join(folder, "outbox"), { recursive: true })
})

test("a backup is refused, and changes nothing, when it is given up on the way", async () => {
  const stop = new AbortController()
  const restoring = restoreBackup({
    file,
    dataDir: folder,
    overwrite: true,
    signal: stop.signal,
    onProgress: ({ step }) => step === "restore" && stop.abort(),
  })
  await expect(restoring).rejects.toThrow(expect.objectContaining({ name: "AbortError" }))
  expect(await readEveryTable()).toEqual(before)
})

test("a backup is taken of an older schema: what it does not know takes its default", async () => {
  await db.execute(sql`alter table episodes add column mood text not null default 'calme'`)
  await db.execute(sql`create table moods (name text primary key)`)
  try {
    await db.execute(sql`insert into moods values ('calme')`)
    await restore(file)
    expect(await storedRows("episodes")).toMatchObject([{ title: "De la copie", mood: "calme" }])
    expect(await storedRows("moods")).toEqual([])
  } finally {
    await db.execute(sql`drop table moods`)
    await db.execute(sql`alter table episodes drop column mood`)
  }
})

test("a backup is taken of a site that had the counts among the episodes' columns", async () => {
  const like = '{"episode_id":1,"session_id":"a","created_at":"2026-01-01"}'
  const comment = (id: number, status: string) =>
    `{"id":${id},"episode_id":1,"author_name":"Ana","author_email":"ana@cko.test","content":"Un commentaire ${id}","created_at":"2026-01-01","status":"${status}","is_podcast":false,"is_approved":false,"is_imported":false}`
  const { rows: columns } = await db.execute(sql`
      select attname, attnum from pg_attribute
      where attrelid = 'episodes'::regclass and attnum > 0 and not attisdropped`)
  await alter((lines) => {
    const withoutCounts = lines.flatMap((line, index) =>
      line.includes('"table":"episode_counts"') || lines[index - 1]?.includes('"table":"episode_counts"')
        ? []
        : line,
    )
    const older = replaced(/"episode_counts":\[[^\]]*\],/, "")(withoutCounts)
    return added("likes", [like])(
      added("comments", [comment(1, "visible"), comment(2, "hidden"), comment(3, "visible")])(
        replaced(
          /^\{"id":1,"title":"De la copie"/,
          '$&,"views":42,"like_count":9,"comment_count":9',
        )(replaced('"episodes":["id"', '"episodes":["id","views","like_count","comment_count"')(older)),
      ),
    )
  })
  await restore(altered)
  expect(await storedRows("episodes")).toMatchObject([
    { title: "De la copie", views: 42, likes: 1, comments: 2 },
  ])
  const { rows: after } = await db.execute(sql`
      select attname, attnum from pg_attribute
      where attrelid = 'episodes'::regclass and attnum > 0 and not attisdropped`)
  expect(after).toEqual(columns)
  await db.execute(sql`insert into episodes (title) values ('Nouveau')`)
  expect(await storedRows("episode_counts")).toHaveLength(2)
})

test("a backup is taken where nothing is but the secrets that a site makes by itself, and brings its own", async () => {
  await emptyDatabase()
  const own = await getSecret("sessions")
  await restore(file, false)
  const { rows } = await db.execute(sql`select from secrets`)
  expect(rows).toEqual([])
  expect(await getSecret("sessions")).not.toBe(own)
})

test("a backup is taken with its mails, which stand beside those that are there", async () => {
  const content = Buffer.from("Bonjour").toString("base64")
  await writeFile(join(await outbox(), "ici.eml"), "Bonsoir")
  await alter((lines) => [...lines, `{"mail":"la-bas.eml","content":"${content}"}`])
  expect(await restore(altered)).toMatchObject({ rows: 3, mails: 1 })
  expect(await readdir(join(folder, "outbox"))).toEqual(["ici.eml", "la-bas.eml"])
  expect(await readFile(join(folder, "outbox/la-bas.eml"), "utf8")).toBe("Bonjour")
})

test("a backup is taken and says so to every process", async () => {
  const told: string[] = []
  const listener = await connectionPool().connect()
  listener.on("notification", ({ channel, payload }) => told.push(`${channel} ${payload}`))
  await listener.query("listen cko_pages; listen cko_restored")
  await restore(file)
  await listener.query("select 1")
  // Letters under way are paused.
  expect(told).toEqual(["cko_pages letters", "cko_pages all", "cko_restored "])
  listener.release()
})

async function outbox() {
  const path = join(folder, "outbox")
  await mkdir(path, { recursive: true })
  return path
}
