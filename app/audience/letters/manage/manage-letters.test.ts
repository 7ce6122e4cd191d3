import { describe, expect, test } from "vitest"
import { publicationTime } from "#app/kit/lib/dates.ts"
import { createEpisode, createDraftLetter, createNews, createPost, storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { readPage } from "#test/people.ts"

const PATH = "/admin/letters"
const office = openOffice()
const LEFT = { state: "sending", publishedAt: new Date("2026-11-01T08:00:00Z") } as const

describe("a letter", () => {
  test("44.1, 44.3 is written on its own page, which stays, beside what comes of it", async () => {
    const response = await office.save(`${PATH}/new`, {
      title: "Rentrée",
      previewText: "Ce qui vient",
      senderName: "Awa",
      topic: "news",
      content: "Bonjour **à tous**.",
      isArchived: "on",
    })
    expect([response.status, response.headers.get("location")]).toEqual([302, `${PATH}/1`])
    expect(await storedRows("letters")).toMatchObject([
      {
        ...{ title: "Rentrée", preview_text: "Ce qui vient", sender_name: "Awa", topic: "news" },
        ...{ content: "Bonjour **à tous**.", is_archived: true, state: "draft", version: 1 },
        author_id: expect.any(String),
      },
    ])
    const page = await office.see(`${PATH}/1`)
    expect([page.status, page.get("h1").text]).toEqual([200, "Rentrée"])
    expect(page.get("main").text).toContain("Brouillon")
    const shown = await office.formOn(`${PATH}/1`)
    expect(shown).toMatchObject({ title: "Rentrée", content: "Bonjour **à tous**.", version: "1" })
    const saved = await office.send(`${PATH}/1`, { ...shown, title: "Rentrée 2" })
    expect([saved.status, saved.headers.get("location")]).toEqual([302, `${PATH}/1`])
    const refused = await readPage(await office.send(`${PATH}/1`, { ...shown, version: "2", title: "" }))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("L’objet est requis")])
    const late = await readPage(await office.send(`${PATH}/1`, { ...shown, title: "Autre" }))
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("Modifié entre-temps")])
  })

  test("44.2 is written on no card of the list, which leads to its page", async () => {
    const { id } = await createDraftLetter({ title: "Rentrée" })
    const list = await office.see(PATH)
    expect(list.all("textarea")).toEqual([])
    const links = list.all("a").map(({ text, attributes }) => [text, attributes.href])
    expect(links).toContainEqual(["Nouvelle lettre", `${PATH}/new`])
    expect(links).toContainEqual([expect.stringMatching(/^Modifier\s: Rentrée$/), `${PATH}/${id}`])
    const edited = await office.see(`${PATH}?edit=${id}`)
    expect([edited.status, edited.headers.get("location")]).toEqual([302, `${PATH}/${id}`])
  })

  test("is edited from the version that was shown", async () => {
    const { id } = await createDraftLetter({ title: "Rentrée", isArchived: false })
    const shown = await office.formOn(`${PATH}/${id}`)
    expect(shown).toMatchObject({ title: "Rentrée", topic: "letters", version: "1" })
    expect(shown.isArchived).toBeUndefined()
    expect((await office.edit(PATH, id, { title: "Rentrée 2" })).status).toBe(302)
    const late = await office.send(`${PATH}/${id}`, { ...shown, title: "Autre" })
    expect(late.status).toBe(409)
    expect((await readPage(late)).text).toContain("Modifié entre-temps")
    expect(await storedRows("letters")).toMatchObject([{ title: "Rentrée 2", version: 2 }])
  })

  test("has a subject of one line, whatever is sent", async () => {
    await office.save(PATH, { title: " Un\r\nBcc: tous@cko.test\u2028deux ", senderName: "A\nb" })
    expect(await storedRows("letters")).toMatchObject([
      { title: "Un Bcc: tous@cko.test deux", sender_name: "A b" },
    ])
  })

  test.each([
    ["no subject", { title: "  " }, "L’objet est requis"],
    ["a long subject", { title: "a".repeat(201) }, "L’objet doit contenir moins de 200 caractères"],
    ["another topic", { title: "A", topic: "autre" }, /Le thème\s: valeur inconnue/],
    ["a long preview", { title: "A", previewText: "a".repeat(201) }, "Le texte d’aperçu doit contenir"],
    ["a null character", { title: "a\0b" }, "caractère interdit"],
  ])("is refused with %s, and what was typed stays", async (_what, fields, said) => {
    const response = await office.save(`${PATH}/new`, { topic: "news", content: "Mon texte", ...fields })
    const page = await readPage(response)
    expect(response.status).toBe(400)
    expect(page.text).toMatch(said)
    expect(page.html).toContain("Mon texte")
    expect(await storedRows("letters")).toEqual([])
  })

  test("44.2 whose sending began is neither edited nor deleted", async () => {
    const { id } = await createDraftLetter()
    const shown = await office.formOn(`${PATH}/${id}`)
    const left = await createDraftLetter({ title: "Partie", ...LEFT })
    const response = await office.send(`${PATH}/${id}`, { ...shown, id: String(left.id), title: "Autre" })
    expect(response.status).toBe(400)
    expect((await readPage(response)).text).toContain("L’envoi de cette lettre a commencé")
    expect((await office.send(PATH, { intent: "delete", id: String(left.id) })).status).toBe(409)
    const edited = await office.see(`${PATH}?edit=${left.id}`)
    expect([edited.status, edited.headers.get("location")]).toEqual([302, `${PATH}/${left.id}`])
    expect(await storedRows("letters")).toMatchObject([{ id }, { id: left.id, title: "Partie" }])
  })

  test("several are deleted at once, without those that left", async () => {
    const ids = [await createDraftLetter(), await createDraftLetter(LEFT), await createDraftLetter()].map(
      ({ id }) => id,
    )
    const response = await office.send(PATH, { intent: "delete", ids: ids.join(",") })
    expect(response.status).toBe(200)
    expect(await storedRows("letters")).toMatchObject([{ id: ids[1] }])
  })

  test.each(["abc", "0", "999", "2147483648", "%00"])("with the number %s is not found", async (id) => {
    await createDraftLetter()
    expect((await office.see(`${PATH}/${id}`)).status).toBe(404)
    expect((await office.see(`${PATH}?edit=${id}`)).status).toBe(404)
    expect((await office.see(`${PATH}/new?copy=${id}`)).status).toBe(404)
    expect((await office.send(PATH, { intent: "delete", id })).status).toBe(404)
  })
})

describe("the list of letters", () => {
  test("44.2 is narrowed down by state and topic, searched and sorted", async () => {
    await createDraftLetter({ title: "Été", topic: "news" })
    await createDraftLetter({
      title: "Bilan",
      state: "scheduled",
      scheduledAt: publicationTime("2026-12-03", new Date(), null, "08:00"),
    })
    await createDraftLetter({ title: "Adieu", ...LEFT })
    const titles = async (query: string) =>
      (await office.see(PATH + query)).all("p", { class: "list-row-title" }).map(({ text }) => text)
    expect(await titles("")).toEqual(["Adieu", "Bilan", "Été"])
    expect(await titles("?etat=programmee")).toEqual(["Bilan"])
    expect(await titles("?theme=news")).toEqual(["Été"])
    expect(await titles("?q=ete")).toEqual(["Été"])
    expect(await titles("?sort=titre")).toEqual(["Adieu", "Bilan", "Été"])
    expect(await titles("?sort=etat")).toEqual(["Été", "Bilan", "Adieu"])
    const { text } = (await office.see(`${PATH}?etat=programmee`)).get("main")
    expect(text).toContain("Programmée pour le 3 décembre 2026 à 08:00")
  })
})

describe("a new letter begins with", () => {
  test("another one", async () => {
    const { id } = await createDraftLetter({
      title: "Rentrée",
      topic: "news",
      content: "Bonjour",
      isArchived: false,
    })
    const form = await office.formOn(`${PATH}/new?copy=${id}`)
    expect(form).toMatchObject({ title: "Rentrée (copie)", topic: "news", content: "Bonjour" })
    expect([form.id, form.isArchived]).toEqual([undefined, undefined])
  })

  test("an episode, a news item or an article, each in its own line", async () => {
    const episode = await createEpisode({ title: "Le trac", guest: "Awa", subtitle: "Sans filet" })
    expect(await office.formOn(`${PATH}/new?episode=${episode.id}`)).toMatchObject({
      title: "Nouvel épisode\u00a0: Le trac",
      previewText: "Sans filet",
      topic: "episodes",
      content: expect.stringMatching(/avec Awa[^]*\s{2}http\S+[/]episodes[/]1\s+$/),
    })
    const item = await createNews({ title: "Concert" })
    expect(await office.formOn(`${PATH}/new?news=${item.id}`)).toMatchObject({
      title: "Concert",
      topic: "news",
      content: expect.stringMatching(/[/]news#actualite-1\s+$/),
    })
    const post = await createPost({ title: "Récit", slug: "recit", excerpt: "Un\nmot" })
    expect(await office.formOn(`${PATH}/new?article=${post.id}`)).toMatchObject({
      title: "Récit",
      previewText: "Un mot",
      content: expect.stringMatching(/[/]blog[/]recit\s+$/),
    })
    expect((await office.see(`${PATH}/new?episode=999`)).status).toBe(404)
  })
})

describe("drafts and versions of a letter", () => {
  test("44.1 are kept, shown by secret address, and gone with it", async () => {
    const { id } = await createDraftLetter({ title: "Rentrée" })
    await office.edit(PATH, id, { content: "Autre texte" })
    expect(await storedRows("revisions")).toMatchObject([
      { kind: "letter", item_id: id },
      { kind: "letter", item_id: id, values: { content: "Autre texte" } },
    ])
    const kept = await office.send("/admin/drafts", {
      ...{ intent: "keep", kind: "letter", item: String(id), basedOn: "2", id: "", version: "" },
      values: JSON.stringify({ title: "Rentrée bis" }),
    })
    expect(await kept.json()).toMatchObject({ outcome: "kept" })
    await office.send(`${PATH}/${id}`, { intent: "share", of: "item", id: String(id) })
    const form = await office.see(`${PATH}/${id}`)
    const [, preview = ""] = /(\/preview\/[\w-]{43})/.exec(form.html) ?? []
    const shown = await office.see(preview)
    expect([shown.status, shown.get("h1").text]).toEqual([200, "Rentrée"])
    expect(shown.text).toContain("Autre texte")
    await office.send(PATH, { intent: "delete", id: String(id) })
    for (const table of ["drafts", "revisions", "preview_links"]) expect(await storedRows(table)).toEqual([])
  })
})

describe("what can be put into a letter", () => {
  test("is found by kind and title, drafts told apart, with the address that becomes a card", async () => {
    await createEpisode({ title: "Été", guest: "Awa" })
    await createEpisode({ title: "Hiver", isPublished: false })
    await createPost({ title: "Récit", slug: "recit" })
    await createNews({ title: "Album", mediaType: "image", mediaUrl: "/a.jpg" })
    const find = async (query: string) => (await office.see(`${PATH}/blocks?${query}`)).html
    expect(JSON.parse(await find("kind=episode&q=ete"))).toEqual([
      { id: 1, title: "Été", detail: "Awa", address: expect.stringMatching(/^https?:.*[/]episodes[/]1$/) },
    ])
    expect(await find("kind=episode")).toContain("Brouillon")
    expect(await find("kind=article&q=%25")).toBe("[]")
    expect(await find("kind=article")).toContain("/blog/recit")
    expect(await find("kind=news")).toContain("/news/galeries/1")
    expect((await office.see(`${PATH}/blocks?kind=autre`)).status).toBe(400)
  })
})
