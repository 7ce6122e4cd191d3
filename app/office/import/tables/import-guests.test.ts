import { sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { createGuest, deleteGuest, findGuest, updateGuest } from "#app/podcast/guests/type.server.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { copyAll, type FileHost, sendFile, useFileHost } from "#test/file-host.ts"
import { createUser, openSession, sendForm, visitAs } from "#test/people.ts"
import { ALL, importSite, sendExports, sendExportsOf, workOff } from "#test/site-imports.ts"
import { findImport, startImport, undoImport } from "../imports.server.ts"

let host: FileHost
let userId = ""
useFileHost((opened) => (host = opened))
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const csv = (...rows: (string | number)[][]) =>
  rows.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")).join("\n")

/** The title of the second column is that of no other table. */
const HEAD = ["id", "guest_name", "slug", "role", "link", "picture"]
const AWA = [1, "Awa Diallo", "", "Rappeuse", "https://awa.example", ""]
const LEO = [2, "Léo", "leo-du-nord", "", "", ""]
const table = (...rows: (string | number)[][]) => csv(HEAD, ...rows)
const guests = async () =>
  (await storedRows("guests")).toSorted((one, other) => Number(one.id) - Number(other.id))
const links = async () =>
  (await storedRows("episode_guests")).map(({ episode_id, guest_id }) => [episode_id, guest_id])
const form = { name: "Awa Diallo", slug: "awa", role: "", linkUrl: null, pictureUrl: null }
const undo = async (id: number) => {
  await undoImport(id)
  await workOff()
  return findImport(id)
}

describe("51.4 a table of guests", () => {
  test("is recognised, says how many are here, and makes people whom episodes that name them have", async () => {
    await createGuest({ ...form, name: "Léo", slug: "leo" })
    const { id: episode } = await createEpisode({ guest: "Awa Diallo et Nour" })
    const cookie = await openSession({ id: userId })
    const id = await sendExports(userId, table(AWA, LEO))
    await workOff()
    expect(await findImport(id)).toMatchObject({
      tables: [{ type: "guest", rows: 2 }],
      findings: { guests: { count: 2, known: 1 } },
    })
    const page = (await visitAs(cookie, `/admin/import/${id}`)).get("main")
    expect(page.text).toContain("2 invités, dont 1 déjà ici")
    expect(page.all("button").map(({ text }) => text)).toContain("Importer")
    await startImport(id, ALL)
    await workOff()
    expect(await guests()).toMatchObject([
      { name: "Léo", slug: "leo" },
      {
        name: "Awa Diallo",
        slug: "awa-diallo",
        role: "Rappeuse",
        link_url: "https://awa.example",
        version: 1,
      },
    ])
    expect(await links()).toEqual([[episode, (await guests())[1]?.id]])
    const done = (await visitAs(cookie, `/admin/import/${id}`)).get("main")
    expect(done.text).toMatch(/Invités\s*1/)
  })

  test("is mapped by hand, where a first name stands before a family name", async () => {
    const cookie = await openSession({ id: userId })
    const id = await sendExports(userId, "A;B;C\nAwa;Diallo;Rappeuse\n;Nour;\nZoé;;\n;;Personne")
    await workOff()
    expect((await findImport(id))?.tables).toMatchObject([{ type: "none" }])
    const columns = { "column-0-firstName": "0", "column-0-name": "1", "column-0-role": "2" }
    const fields = { intent: "tables", id: String(id), "type-0": "guest" }
    await sendForm(`/admin/import/${id}`, fields, { cookie })
    await workOff()
    expect((await visitAs(cookie, `/admin/import/${id}`)).get("main").text).toContain(
      "Rien de ce tableau ne vient sans\u00a0: Nom",
    )
    await sendForm(`/admin/import/${id}`, { ...fields, ...columns }, { cookie })
    await workOff()
    await startImport(id, ALL)
    await workOff()
    expect((await guests()).map(({ name, role }) => [name, role])).toEqual([
      ["Awa Diallo", "Rappeuse"],
      ["Nour", ""],
      ["Zoé", ""],
    ])
  })

  test("comes as a list of objects, beside the table of its episodes, in any order", async () => {
    const list = JSON.stringify([{ guest_name: "Awa", picture: null, link: "awa.example/a" }, { id: 3 }])
    const id = await sendExports(userId, list, "title,guest,duration\nUn,Awa et Léo,12:00")
    await workOff()
    expect((await findImport(id))?.tables).toMatchObject([{ type: "guest" }, { type: "episode" }])
    await startImport(id, ALL)
    await workOff()
    const [awa, ...others] = await guests()
    expect([awa, others]).toMatchObject([{ name: "Awa", link_url: "https://awa.example/a" }, []])
    expect((await links()).map(([, guest]) => guest)).toEqual([awa?.id])
  })
})

describe("51.9 a table of guests that comes again", () => {
  test("changes nothing, or what changed there and nobody edited here; what was deleted stays away", async () => {
    await importSite(userId, table(AWA, LEO, [3, "Nour", "", "", "", ""]))
    const before = await guests()
    const again = await importSite(userId, table(AWA, LEO, [3, "Nour", "", "", "", ""]))
    expect(again.report?.targets.guest).toEqual({
      ...{ created: 0, updated: 0, unchanged: 3, edited: 0, skipped: 0 },
    })
    expect(await guests()).toEqual(before)
    const [awa, leo, nour] = before.map(({ id }) => Number(id))
    await updateGuest(leo ?? 0, 1, { ...form, name: "Léo", slug: "leo", role: "À moi" })
    await deleteGuest(nour ?? 0)
    const { report } = await importSite(
      userId,
      table(
        [1, "Awa", "", "DJ", "", ""],
        [2, "Léo", "leo-du-nord", "DJ", "", ""],
        [3, "Nour", "", "DJ", "", ""],
      ),
    )
    expect(report?.targets.guest).toMatchObject({ created: 0, updated: 1, edited: 1, skipped: 1 })
    expect(report?.remarks.map(({ title, reason }) => `${title} ${reason}`)).toEqual([
      "Léo changé ici et là-bas\u00a0: ce que vous avez écrit ici est resté",
      "Nour supprimé ici depuis\u00a0: il n’est pas revenu",
    ])
    expect(await guests()).toMatchObject([
      { id: awa, name: "Awa", slug: "awa-diallo", role: "DJ", link_url: null },
      { id: leo, name: "Léo", slug: "leo", role: "À moi" },
    ])
  })

  test("writes another name in their episodes, which stay as imports left them", async () => {
    const episodes = (notes: string) => `id,title,guest,content,duration\n1,Un,Awa Diallo,${notes},12:00`
    const id = await sendExportsOf(userId, "https://a.example", episodes("Un"), table(AWA))
    await workOff()
    await startImport(id, ALL)
    await workOff()
    await importSite(userId, table([1, "Awa D.", "", "", "", ""]), {}, "https://a.example")
    expect(await storedRows("episodes")).toMatchObject([{ guest: "Awa D." }])
    const { report } = await importSite(userId, episodes("Deux"), {}, "https://a.example")
    expect(report?.targets.episode).toMatchObject({ updated: 1, edited: 0 })
  })
})

describe("51.4 whoever is here already", () => {
  test("by slug or by name is not made twice, keeps what they have, and gets what they lack", async () => {
    await createGuest({ ...form, role: "Chanteuse" })
    await createGuest({ ...form, name: "L. Martin", slug: "leo-du-nord", linkUrl: "https://leo.example" })
    await createGuest({ ...form, name: "Nour", slug: "nour", role: "DJ" })
    const rows = table(
      [1, "AWA  DIALLO", "une-autre", "Rappeuse", "https://awa.example", ""],
      [2, "Léo", "leo-du-nord", "Batteur", "https://autre.example", ""],
      [3, "Nour", "", "DJ", "", ""],
    )
    const { id, report } = await importSite(userId, rows)
    expect(report?.targets.guest).toMatchObject({ created: 0, updated: 2, unchanged: 1 })
    expect(await guests()).toMatchObject([
      { name: "Awa Diallo", slug: "awa", role: "Chanteuse", link_url: "https://awa.example" },
      { name: "L. Martin", role: "Batteur", link_url: "https://leo.example" },
      { name: "Nour", version: 1 },
    ])
    expect((await importSite(userId, rows)).report?.targets.guest).toMatchObject({ updated: 0, unchanged: 3 })
    // What was here before is not taken back.
    expect((await undo(id))?.report?.undone).toEqual({ removed: 0, kept: 0 })
    expect(await guests()).toHaveLength(3)
  })

  test("under a name that several have is left, and said; two lines of one name are two where a slug tells them apart", async () => {
    await createGuest(form)
    await createGuest({ ...form, slug: "awa-diallo-2" })
    const { report } = await importSite(
      userId,
      table(
        AWA,
        [4, "Awa Diallo", "awa-diallo-2", "DJ", "", ""],
        [5, "Zoé", "", "", "", ""],
        [6, "Zoé", "", "", "", ""],
        [7, "zoe", "zoe-b", "", "", ""],
        [8, "Autre", "zoe-b", "", "", ""],
      ),
    )
    expect(report?.targets.guest).toMatchObject({ created: 3, updated: 1, skipped: 2 })
    expect((await guests()).map(({ name, slug, role }) => [name, slug, role])).toEqual([
      ["Awa Diallo", "awa", ""],
      ["Awa Diallo", "awa-diallo-2", "DJ"],
      ["Zoé", "zoe", ""],
      ["zoe", "zoe-b", ""],
      ["Autre", "zoe-b-2", ""],
    ])
    const several = "plusieurs personnes portent ce nom\u00a0: il a été laissé de côté"
    expect(report?.remarks.filter(({ reason }) => reason === several).map(({ title }) => title)).toEqual([
      "Awa Diallo",
      "Zoé",
    ])
  })
})

describe("51.8 guests of an import that is taken back", () => {
  test("go where nobody edited them, also those whom an episode has by then, which keeps their names", async () => {
    const { id } = await importSite(userId, table(AWA, LEO))
    const { id: episode } = await createEpisode({ guest: "Awa Diallo" })
    const [awa, leo] = (await guests()).map((one) => Number(one.id))
    await db.execute(sql`insert into episode_guests values (${episode}, ${awa}, 0)`)
    await updateGuest(leo ?? 0, 1, { ...form, name: "Léo", slug: "leo", role: "À moi" })
    expect((await undo(id))?.report?.undone).toEqual({ removed: 1, kept: 1 })
    expect(await guests()).toMatchObject([{ name: "Léo", role: "À moi" }])
    expect(await links()).toEqual([])
    expect(await storedRows("episodes")).toMatchObject([{ guest: "Awa Diallo", version: 1 }])
  })
})

describe("51.4 no guest stops an import", () => {
  test("of whatever letters, addresses and names", async () => {
    const hostile = table(
      [1, "x".repeat(149) + "😀".repeat(50_000), "y".repeat(100_000), "r".repeat(100_000), "", ""],
      [2, "Lien", "%00", "", "javascript:alert(1)", "data:text/html,x"],
      [3, "Long", "%C3%A9t%C3%A9", "", `https://a.example/${"a".repeat(100_000)}`, "@awa"],
      [4, "", "sans-nom", "", "", ""],
      [5, "\u202e \t", "", "", "", ""],
      [6, "محمد", "", "", "//evil.example", "/media/a.jpg"],
      [7, "__proto__", "constructor", "", "https://", "\\\\a"],
      [8, "%00", "%zz", "", "awa.example", "https://a.example/a b.jpg"],
    )
    const { state, report } = await importSite(userId, hostile)
    expect(state).toBe("done")
    expect(report?.targets.guest).toMatchObject({ created: 6, skipped: 0 })
    const rows = await guests()
    expect(rows.map(({ name, slug }) => [String(name).length, slug])).toEqual([
      [150, "y".repeat(192)],
      [4, "lien"],
      [4, "ete"],
      [4, "invite-table-guest-6"],
      [9, "constructor"],
      [3, "zz"],
    ])
    expect(String(rows[0]?.name).isWellFormed()).toBe(true)
    expect(String(rows[0]?.role)).toHaveLength(200)
    expect(rows.map(({ link_url, picture_url }) => [link_url, picture_url])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      ["https://evil.example", null],
      [null, null],
      ["https://awa.example", "https://a.example/a%20b.jpg"],
    ])
    const link = "son lien n’est pas une adresse web\u00a0: il a été laissé de côté"
    const picture = "sa photo n’est pas à une adresse web\u00a0: elle a été laissée de côté"
    expect(report?.remarks.slice(2).map(({ title, reason }) => [title, reason])).toEqual([
      ...["Lien", "Long"].flatMap((title) => [
        [title, link],
        [title, picture],
      ]),
      ["محمد", picture],
      ["__proto__", link],
      ["__proto__", picture],
    ])
    // What was written, its form takes.
    const [first] = rows
    const held = await findGuest(Number(first?.id))
    expect(held?.name.length).toBeLessThanOrEqual(150)
  })

  test("nor thirty whose names have no letter that may stand in an address, nor one whom the database refuses", async () => {
    await db.execute(sql.raw("alter table guests add constraint no_poison check (name <> 'Poison')"))
    onTestFinished(async () => {
      await db.execute(sql.raw("alter table guests drop constraint no_poison"))
    })
    const names = Array.from({ length: 30 }, (_, index) => "محمد".repeat(index + 1))
    const rows = [...names, "Poison"].map((name) => ["", name, "", "", "", ""])
    const { report } = await importSite(userId, table(...rows))
    expect(report?.targets.guest).toMatchObject({ created: 30, skipped: 1 })
    expect(report?.remarks).toEqual([{ title: "Poison", reason: "n’a pas pu être écrit" }])
  })
})

test("51.6 a guest’s picture comes into the library, and the guest is as the import left them", async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer()
  host.reply("/awa.jpg", sendFile(picture))
  host.reply("/perdue.jpg", (response) => response.writeHead(404).end())
  const own = "https://autre.example/a-moi.jpg"
  await createGuest({ ...form, name: "Léo", slug: "leo" })
  await createGuest({ ...form, name: "Nour", slug: "nour", pictureUrl: own })
  const people = table(
    [1, "Awa", "", "", "", `${host.url}/awa.jpg`],
    [2, "Léo", "", "", "", `${host.url}/awa.jpg`],
    [3, "Nour", "", "", "", `${host.url}/awa.jpg`],
    [4, "Zoé", "", "", "", `${host.url}/perdue.jpg`],
  )
  const { id, report } = await importSite(userId, people, { copies: true })
  expect(report?.copies).toBe(2)
  await copyAll()
  const [medium, ...others] = await storedRows("media")
  expect(others).toEqual([])
  const here = expect.stringContaining(`/media/${medium?.key}/`)
  const pictures = (await guests()).map(({ name, picture_url }) => [name, picture_url])
  expect(pictures).toEqual([
    ["Léo", here],
    ["Nour", own],
    ["Awa", here],
    ["Zoé", `${host.url}/perdue.jpg`],
  ])
  const again = await importSite(userId, people, { copies: true })
  expect(again.report?.targets.guest).toMatchObject({ updated: 0, unchanged: 4, edited: 0 })
  const before = await importSite(userId, people.replace('"Awa",""', '"Awa","awa"'), { copies: true })
  expect(before.report?.targets.guest).toMatchObject({ updated: 1, edited: 0 })
  await copyAll()
  expect((await guests()).find(({ name }) => name === "Awa")?.picture_url).toEqual(here)
  expect((await undo(id))?.report?.undone).toEqual({ removed: 2, kept: 0 })
  expect((await guests()).map(({ name }) => name)).toEqual(["Léo", "Nour"])
})
