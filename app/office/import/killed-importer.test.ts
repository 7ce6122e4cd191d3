import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { databaseUrl, useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser } from "#test/people.ts"
import { ALL, sendExports, workOff, wxr } from "#test/site-imports.ts"
import { findImport, startImport, undoImport } from "./imports.server.ts"
import { workOffImports } from "./work-off-imports.server.ts"

// A process of its own starts within seconds, on a machine with much else to do within many.
vi.setConfig({ testTimeout: 300_000 })

const LONG_PATIENCE = { timeout: 240_000 }
const SCRIPT = fileURLToPath(new URL("../../../test/short-lived-importer.ts", import.meta.url))

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const comment = (id: number, parent: number) => `<wp:comment><wp:comment_id>${id}</wp:comment_id>
<wp:comment_author>Sam</wp:comment_author><wp:comment_content>Commentaire ${id}</wp:comment_content>
<wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`
const sound = (site: string, id: number) => `<wp:postmeta><wp:meta_key>audio_file</wp:meta_key>
<wp:meta_value>${site}/${id}.mp3</wp:meta_value></wp:postmeta>`
const siteAt = (site: string, name = "Texte") =>
  wxr(
    [
      {
        id: 1,
        content: `Voir <a href="${site}/2025/03/texte-2/">deux</a> <img src="${site}/a.jpg" alt="A">`,
      },
      { id: 2, content: `Voir <a href="${site}/2025/03/texte-3/">la page</a>` },
      { id: 3, type: "page" },
      { id: 4, title: `${name} 4`, more: sound(site, 4) + comment(1, 2) + comment(2, 0) + comment(3, 1) },
      { id: 5, title: `${name} 5`, more: sound(site, 5) + comment(4, 0) },
    ],
    { site },
  )
const SITE = siteAt("https://ancien.example")

const GUESTS = "guest_name,role\nAwa,DJ\nLéo,"

async function begin(...files: string[]) {
  const id = await sendExports(userId, ...(files.length > 0 ? files : [SITE, GUESTS]))
  await workOff()
  await startImport(id, ALL)
  return id
}

/** As of a process that is gone. */
const endLeases = () =>
  db.execute(sql`update imports set lease = null, leased_until = now() - interval '1 second'`)

/** What is there once, and what the report says of it. */
async function expectWhole(id: number) {
  const titles = async (table: Parameters<typeof storedRows>[0]) =>
    (await storedRows(table)).map(({ title }) => String(title)).sort()
  expect(await titles("blog_posts")).toEqual(["Texte 1", "Texte 2"])
  expect(await titles("custom_pages")).toEqual(["Texte 3"])
  expect(await titles("episodes")).toEqual(["Texte 4", "Texte 5"])
  expect((await storedRows("guests")).map(({ name }) => name).sort()).toEqual(["Awa", "Léo"])
  expect(await storedRows("redirects")).toHaveLength(12)
  expect(await storedRows("file_copies")).toHaveLength(1)
  expect((await storedRows("blog_posts")).map(({ content }) => String(content).slice(0, 26)).sort()).toEqual([
    "Voir [deux](/blog/texte-2)",
    "Voir [la page](/page/texte",
  ])
  const comments = await storedRows("comments")
  expect(comments.map(({ content }) => content).sort()).toEqual(
    [1, 2, 3, 4].map((one) => `Commentaire ${one}`),
  )
  expect(comments.filter(({ parent_id: parent }) => parent !== null)).toHaveLength(2)
  const found = await findImport(id)
  const made = (created: number) => ({ created, updated: 0, unchanged: 0, edited: 0, skipped: 0 })
  expect(found).toMatchObject({ state: "done", report: { copies: 1, remarks: [] } })
  expect(found?.report?.targets).toEqual({
    ...{ post: made(2), page: made(1), news: made(0), guest: made(2) },
    ...{ episode: made(2), comment: made(4), redirect: made(12), transcript: made(0) },
  })
  expect(await storedRows("import_things")).toEqual([])
}

/** Works until so many pieces are done. @returns whether more were left */
async function workOffSome(pieces: number) {
  const stop = new AbortController()
  let done = 0
  const onBeat = () => {
    done += 1
    if (done === pieces) stop.abort()
  }
  await workOffImports({ signal: stop.signal, onBeat })
  await endLeases()
  return stop.signal.aborted
}

describe("an import", () => {
  test("51.7 that stops after each of its pieces brings each thing once, and counts it once", async () => {
    const id = await begin()
    let pieces = 1
    while (await workOffSome(pieces)) pieces += 1
    expect(pieces).toBeGreaterThan(5)
    await expectWhole(id)
  })

  test.each(["guests", "comments", "redirects"])(
    "51.7 whose process is killed as it writes %s goes on in another one",
    async (table) => {
      const id = await begin()
      await killedAt(table)
      expect(await findImport(id)).toMatchObject({ state: "running" })
      await workOff()
      await expectWhole(id)
    },
  )

  test("51.10 whose process is killed as it reads a list has that list once", async () => {
    const list = "email\nawa@cko.test\nlea@cko.test"
    const id = await sendExports(userId, SITE, list)
    await killedAt("subscriber_import_rows")
    expect(await storedRows("subscriber_imports")).toEqual([])
    await workOff()
    expect(await findImport(id)).toMatchObject({ state: "read", list: { rows: 2, people: 2 } })
    expect(await storedRows("subscriber_imports")).toHaveLength(1)
  })

  test("51.7 that two processes work at brings each thing once", async () => {
    const id = await begin()
    let others: Promise<void>[] = []
    const onBeat = () => {
      if (others.length < 3) others.push(endLeases().then(() => workOff()))
    }
    await workOffImports({ signal: new AbortController().signal, onBeat })
    await Promise.all(others)
    expect(others).toHaveLength(3)
    await expectWhole(id)
  })

  test("brings what its site has once, beside another import of it and one of another site", async () => {
    const ids = [await begin(), await begin(), await begin(siteAt("https://autre.example", "Autre"))]
    await Promise.all(
      ids.map((id) => workOffImports({ signal: new AbortController().signal, onBeat: () => {} }, id)),
    )
    for (const id of ids) expect(await findImport(id)).toMatchObject({ state: "done", failure: "" })
    expect(await storedRows("blog_posts")).toHaveLength(4)
    expect(await storedRows("custom_pages")).toHaveLength(2)
    expect(await storedRows("episodes")).toHaveLength(4)
    expect(await storedRows("guests")).toHaveLength(2)
    expect(await storedRows("comments")).toHaveLength(8)
    expect(await storedRows("redirects")).toHaveLength(12)
  })

  test("leaves a text to who saves it while it goes on", async () => {
    await begin()
    const isWritten = async () => (await storedRows("blog_posts")).length > 0
    while (!(await isWritten())) await workOffSome(1)
    await db.execute(
      sql`update blog_posts set content = content || ' (à moi)', version = version + 1 where slug = 'texte-1'`,
    )
    await workOff()
    const texts = (await storedRows("blog_posts")).map(({ content }) => String(content))
    expect(texts.find((text) => text.endsWith("(à moi)"))).toContain("https://ancien.example/2025/03/texte-2")
    expect(texts.find((text) => !text.endsWith("(à moi)"))).toContain("/page/texte-3")
  })

  test("51.8 that is taken back while its last piece is written is taken back", async () => {
    const id = await begin()
    const isLast = async () => (await storedRows("file_copies")).length > 0
    for (let pieces = 1; !(await isLast()); pieces += 1) await workOffSome(pieces)
    expect(await undoImport(id)).toBe(true)
    await workOff()
    expect(await findImport(id)).toMatchObject({ state: "undone" })
    expect(await storedRows("blog_posts")).toEqual([])
  })

  test("51.8 taken back by a process that is killed is taken back whole, and told once", async () => {
    const id = await begin()
    await workOff()
    await undoImport(id)
    await killedAt("guests")
    await workOff()
    expect(await findImport(id)).toMatchObject({
      state: "undone",
      report: { undone: { removed: 23, kept: 0 } },
    })
    for (const table of [
      "blog_posts",
      "custom_pages",
      "guests",
      "episodes",
      "comments",
      "redirects",
    ] as const)
      expect(await storedRows(table)).toEqual([])
  })
})

/** A process that works off imports, killed as it is about to write into a table. */
async function killedAt(table: string) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in share mode`)
    const child = spawn(process.execPath, [SCRIPT, databaseUrl, getSettings().dataDir], {
      stdio: ["ignore", "ignore", "inherit"],
    })
    await vi.waitFor(async () => {
      const { rows } = await tx.execute(
        sql`select from pg_locks where not granted and relation = ${table}::regclass`,
      )
      expect(rows).toHaveLength(1)
    }, LONG_PATIENCE)
    const ended = once(child, "close")
    child.kill("SIGKILL")
    await ended
  })
  await endLeases()
}
