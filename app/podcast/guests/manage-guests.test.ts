import { asc } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { createEpisode, createGuest } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { openOffice } from "#test/manager.ts"
import { fieldProblems, filledForm, readPage, saveForm } from "#test/people.ts"
import { importItems } from "../feeds-in/import.server.ts"
import { serializeItem } from "../feeds-in/serialized-item.ts"

const office = openOffice()
const send = (fields: Record<string, string>) => office.send("/admin/guests", fields)
const save = (fields: Record<string, string>) => office.save("/admin/guests", fields)
const saveEpisode = (fields: Record<string, string>) =>
  office.save("/admin/episodes/new", { title: "T", ...fields })
const editEpisode = (id: number, fields?: Record<string, string>) =>
  office.edit("/admin/episodes", id, fields)
const billings = async () =>
  (await db.select({ guest: episodes.guest }).from(episodes).orderBy(asc(episodes.id))).map(
    ({ guest }) => guest,
  )
/** By episode, the identifiers of its people in their order. */
async function links() {
  const rows = await db.select().from(episodeGuests).orderBy(episodeGuests.episodeId, episodeGuests.position)
  const byEpisode = Map.groupBy(rows, ({ episodeId }) => episodeId)
  return Object.fromEntries([...byEpisode].map(([id, all]) => [id, all.map(({ guestId }) => guestId)]))
}
const known = () => db.select({ name: guests.name, slug: guests.slug }).from(guests).orderBy(guests.id)

describe("the people of an episode", () => {
  test("are known ones and new ones, in their order, and give the episode its guest", async () => {
    await createGuest({ name: "Awa", slug: "awa" })
    expect((await saveEpisode({ people: "Sam Diop\nawa\n\nAWA" })).status).toBe(302)
    expect(await known()).toEqual([
      { name: "Awa", slug: "awa" },
      { name: "Sam Diop", slug: "sam-diop" },
    ])
    expect([await billings(), await links()]).toEqual([["Sam Diop et Awa"], { 1: [2, 1] }])
    const form = filledForm(saveForm(await office.see("/admin/episodes/1")))
    expect(form.people).toBe("Sam Diop [sam-diop]\r\nAwa [awa]")
    await editEpisode(1, { people: "Awa [awa]\nSam Diop [sam-diop]", guest: "Awa, Sam Diop" })
    expect([await billings(), await links()]).toEqual([["Awa, Sam Diop"], { 1: [1, 2] }])
  })

  test("3.10 are shown by their names, or by what is typed in their place", async () => {
    await createGuest({ name: "Awa", slug: "awa" })
    await saveEpisode({ guest: "Awa & friends", people: "Awa" })
    await saveEpisode({ guest: "Awa", people: "Awa" })
    await saveEpisode({ guest: "Zoé", people: "" })
    const shown = { 1: "Awa & friends", 2: "", 3: "Zoé" }
    for (const [id, guest] of Object.entries(shown))
      expect(await office.formOn(`/admin/episodes/${id}`)).toMatchObject({ guest })
    for (const id of [1, 2, 3]) await editEpisode(id)
    expect([await billings(), await links()]).toEqual([["Awa & friends", "Awa", "Zoé"], { 1: [1], 2: [1] }])
    await editEpisode(1, { guest: "" })
    await editEpisode(2, { people: "Awa [awa]\nSam" })
    expect(await billings()).toEqual(["Awa", "Awa et Sam", "Zoé"])
  })

  test("3.2 are nobody on the page of an episode whose field is empty", async () => {
    await saveEpisode({ people: "" })
    await saveEpisode({ people: "[nobody]" })
    await saveEpisode({ people: "Awa" })
    await editEpisode(3, { people: " \r\n" })
    const rows = await db.select({ guest: episodes.guest, hasNoGuest: episodes.hasNoGuest }).from(episodes)
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ guest: "", hasNoGuest: true })))
    await editEpisode(1, { people: "Awa [awa]" })
    expect([await billings(), await links()]).toEqual([["Awa", "", ""], { 1: [1] }])
  })

  test("3.10 are those of the site whom the card's words name", async () => {
    await createGuest({ name: "DJ Kessel", slug: "dj-kessel" })
    await createGuest({ name: "Zoé et les Autres", slug: "zoe" })
    await createGuest({ name: "Awa", slug: "awa" })
    await createGuest({ name: "awà", slug: "awa-2" })
    const inCard = (fields: Record<string, string>) =>
      office.save("/admin/episodes", { card: "on", title: "T", ...fields })
    for (const guest of ["dj késsel", "ZOE et les autres", "Nour, DJ Kessel & Awa"]) await inCard({ guest })
    const words = ["dj késsel", "ZOE et les autres", "Nour, DJ Kessel & Awa"]
    expect([await billings(), await links()]).toEqual([words, { 1: [1], 2: [2], 3: [1] }])
    // An unknown name, and one that two people have, are words.
    expect(await known()).toHaveLength(4)

    const change = async (id: number, fields: Record<string, string> = {}) =>
      inCard({ ...(await office.formOn(`/admin/episodes?edit=${id}`)), ...fields })
    await editEpisode(3, { people: "Awa [awa-2]" })
    await change(3)
    expect((await links())[3]).toEqual([4])
    await change(3, { guest: "Awa et DJ Kessel" })
    await change(1, { guest: "Nour" })
    expect(await links()).toEqual({ 2: [2], 3: [4, 1] })
  })

  test("who are named twice came once", async () => {
    await createGuest({ name: "Awa Diallo", slug: "awa" })
    await saveEpisode({ people: "Awa Diallo\nSam\nawa diallo [awa]\nSam\nAwa  Diallo" })
    expect([await billings(), await links()]).toEqual([["Awa Diallo et Sam"], { 1: [1, 2] }])
  })

  test("who have one name are told apart by their slugs", async () => {
    await createGuest({ name: "Awa", slug: "awa" })
    await createGuest({ name: "awà", slug: "awa-2" })
    const response = await saveEpisode({ people: "Sam\nAwa" })
    expect(response.status).toBe(400)
    expect(fieldProblems(saveForm(await readPage(response)))).toEqual({
      Invités: expect.stringContaining("Plusieurs personnes s’appellent «\u202fAwa\u202f»"),
    })
    // Nobody became known by a form that was refused.
    expect([await billings(), await known()]).toEqual([[], expect.objectContaining({ length: 2 })])
    await saveEpisode({ people: "Awa [awa-2]" })
    expect(await links()).toEqual({ 1: [2] })
  })

  test("get slugs of their own, whatever they are called", async () => {
    await saveEpisode({ people: "Awa" })
    await createGuest({ name: "Autre", slug: "awa-2" })
    await saveEpisode({ people: "A-W-A\n日本\n[gone]\nÀwa !\n🎤 [nobody]" })
    expect((await known()).map(({ slug }) => slug)).toEqual([
      "awa",
      "awa-2",
      "a-w-a",
      "invite",
      "awa-3",
      "invite-2",
    ])
  })

  test("give the episode a guest that can be saved again", async () => {
    const people = Array.from({ length: 5 }, (_, n) => `${n}`.padEnd(140, "a")).join("\n")
    const response = await saveEpisode({ people })
    expect(response.status).toBe(400)
    expect(fieldProblems(saveForm(await readPage(response)))).toEqual({
      Invités: "Ensemble, ces noms doivent contenir moins de 500 caractères",
    })
    expect([await known(), await billings()]).toEqual([[], []])
  })

  test("are not made known by a form from an older version", async () => {
    await createEpisode({ guest: "Sam", version: 3 })
    expect((await saveEpisode({ id: "1", version: "2", guest: "Sam", people: "Awa" })).status).toBe(409)
    expect([await known(), await links()]).toEqual([[], {}])
  })
})

describe("a guest", () => {
  test("3.10 who is new has the episodes that name them already", async () => {
    await createEpisode({ guest: "Awa" })
    await createEpisode({ guest: "Sam, àwa & Zoé" })
    await createEpisode({ guest: "Awatef", title: "Awa" })
    expect((await save({ name: "Awa", slug: "Awa !" })).status).toBe(302)
    await save({ name: "Sam", slug: "sam", role: "DJ" })
    expect(await links()).toEqual({ 1: [1], 2: [2, 1] })
    const shown = (await office.see("/admin/guests")).get("main").text
    expect(shown).toContain("2 épisodes")
    expect(shown).toContain("DJ · 1 épisode")
  })

  test("has a name of one line", async () => {
    await save({ name: " Awa\r\n Diallo ", slug: "awa" })
    expect(await known()).toEqual([{ name: "Awa Diallo", slug: "awa" }])
  })

  test("with a name that somebody has already takes no episodes from them", async () => {
    await createEpisode({ guest: "Awa" })
    await save({ name: "Awa", slug: "awa" })
    await save({ name: "AWA", slug: "awa-2" })
    expect(await links()).toEqual({ 1: [1] })
  })

  test("3.10 with another name has it in all episodes, in one version more of each", async () => {
    await saveEpisode({ people: "Awa\nSam" })
    await saveEpisode({ people: "Awa" })
    await createEpisode({ guest: "Awa et les autres" })
    await save({ id: "1", version: "1", name: "Awa Diallo", slug: "awa" })
    expect(await billings()).toEqual(["Awa Diallo et Sam", "Awa Diallo", "Awa et les autres"])
    expect((await saveEpisode({ id: "2", version: "1", guest: "Awa" })).status).toBe(409)
  })

  test("is not saved from an older version, nor under somebody else's slug, nor when gone", async () => {
    await createGuest({ version: 2, slug: "awa" })
    await createGuest({ slug: "sam" })
    expect((await save({ id: "1", version: "1", name: "A", slug: "a" })).status).toBe(409)
    const taken = await save({ id: "2", version: "1", name: "A", slug: "awa" })
    expect(fieldProblems(saveForm(await readPage(taken)))).toEqual({ Slug: "Ce slug est déjà utilisé" })
    expect((await save({ id: "9", version: "1", name: "A", slug: "a" })).status).toBe(404)
  })

  test.each([
    [{ name: "", slug: "a" }, { Nom: /requis/ }],
    [{ name: "a".repeat(151), slug: "a" }, { Nom: /moins de 150/ }],
    [{ name: "A", slug: "«!»" }, { Slug: /requis/ }],
    [{ name: "A", slug: "a", role: "a".repeat(201) }, { Rôle: /moins de 200/ }],
    [{ name: "A", slug: "a", linkUrl: "javascript:alert(1)" }, { Lien: /doit être une adresse/ }],
    [{ name: "A", slug: "a", pictureUrl: "//evil.example" }, { "URL de la photo": /doit être une adresse/ }],
    [{ name: "a\0", slug: "a" }, { Nom: /caractère interdit/ }],
  ])("%j is refused", async (fields, problems) => {
    const response = await save(fields)
    expect(response.status).toBe(400)
    const found = fieldProblems(saveForm(await readPage(response)))
    const expected = Object.entries(problems).map(([label, problem]) => [
      label,
      expect.stringMatching(problem),
    ])
    expect(found).toEqual(Object.fromEntries(expected))
    expect(await known()).toEqual([])
  })

  test("who is deleted stays named", async () => {
    await saveEpisode({ people: "Awa\nSam" })
    await send({ intent: "delete", id: "1" })
    expect([await billings(), await links()]).toEqual([["Awa et Sam"], { 1: [2] }])
    await editEpisode(1)
    expect(await billings()).toEqual(["Awa et Sam"])
  })
})

describe("two guests who are one", () => {
  test("3.10 become one, with all episodes and what only one of them had", async () => {
    await createGuest({ name: "Awa", slug: "awa", role: "Rappeuse", linkUrl: "https://awa.example" })
    await createGuest({ name: "Awa Diallo", slug: "awa-diallo", pictureUrl: "/a.jpg" })
    await saveEpisode({ people: "Awa [awa]\nSam" })
    await saveEpisode({ people: "Awa [awa]\nAwa Diallo [awa-diallo]" })
    await saveEpisode({ people: "Awa Diallo [awa-diallo]" })
    const asked = await office.see("/admin/guests/1/merge")
    expect(asked.text).toContain("Celle de «\u202fAwa\u202f» sera supprimée")
    const [form] = asked.all("form").filter((one) => one.text.includes("La fiche qui reste"))
    const response = await office.send("/admin/guests/1/merge", { ...(form && filledForm(form)), into: "2" })
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/guests"])
    expect(await links()).toEqual({ 1: [2, 3], 2: [2], 3: [2] })
    expect(await billings()).toEqual(["Awa Diallo et Sam", "Awa Diallo", "Awa Diallo"])
    expect(await db.select().from(guests).orderBy(guests.id)).toMatchObject([
      {
        ...{ slug: "awa-diallo", name: "Awa Diallo", version: 2 },
        ...{ role: "Rappeuse", linkUrl: "https://awa.example", pictureUrl: "/a.jpg" },
      },
      { slug: "sam" },
    ])
  })

  test.each([
    ["1", "1"],
    ["1", "9"],
    ["9", "1"],
    ["0", "1"],
    ["1", "abc"],
    ["1", ""],
  ])("stay what they are where %j is to go into %j", async (id, into) => {
    await createGuest()
    const response = await office.send(`/admin/guests/${id}/merge`, { intent: "merge", into })
    expect(response.status).toBe(404)
    expect(await known()).toHaveLength(1)
  })
})

describe("an import", () => {
  const importItem = (n: number, guest: string) => importItems([serializeItem(createFeedItem(n, { guest }))])

  test("3.10 links whom the site knows, and follows the feed's guest", async () => {
    await createGuest({ name: "Awa" })
    await createGuest({ name: "Sam" })
    await createGuest({ name: "Duo" })
    await createGuest({ name: "duo" })
    await importItem(1, "awa, Zoé et SAM")
    await importItem(2, "Duo")
    expect(await links()).toEqual({ 1: [1, 2] })
    await importItem(1, "Sam & Awa")
    expect([await billings(), await links()]).toEqual([["Sam & Awa", "Duo"], { 1: [2, 1] }])
    await importItem(1, "Malik")
    expect(await links()).toEqual({})
  })

  test("leaves the people that the hosts chose", async () => {
    await createGuest({ name: "Awa" })
    await importItem(1, "Awa")
    await editEpisode(1, { people: "Sam", guest: "" })
    await importItem(1, "Awa Diallo")
    expect([await billings(), await links()]).toEqual([["Sam"], { 1: [2] }])
  })
})

test("episodes and people saved at once never wait for each other for ever", async () => {
  await saveEpisode({ people: "Awa\nSam" })
  await saveEpisode({ people: "Sam\nAwa" })
  const answers = await Promise.all([
    editEpisode(1, { people: "Sam [sam]\nAwa [awa]\nZoé" }),
    editEpisode(2, { people: "Zoé" }),
    save({ id: "1", version: "1", name: "Awa D.", slug: "awa" }),
    save({ id: "2", version: "1", name: "Sam D.", slug: "sam" }),
    office.send("/admin/episodes", { intent: "unpublish", id: "1" }),
    importItems([serializeItem(createFeedItem(1, { guest: "Awa, Sam et Zoé" }))]),
    office.send("/admin/guests/1/merge", { intent: "merge", into: "2" }),
    office.send("/admin/episodes", { intent: "delete", id: "2" }),
  ])
  const statuses = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []))
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})
