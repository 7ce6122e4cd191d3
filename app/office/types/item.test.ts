import { describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { createEpisode, createLetter, createNews, createPost, MANAGERS, storedRows } from "#test/factories.ts"
import { managerForm } from "#test/bad-values.ts"
import { openOffice } from "#test/manager.ts"
import { setSettings } from "#test/site-settings.ts"
import { filledForm, readPage, saveForm } from "#test/people.ts"

const office = openOffice()

describe("the card beside a list", () => {
  test.each(MANAGERS)("of $path leaves what it does not show as it is", async ({ path, table }) => {
    const { good } = managerForm(path)
    await office.save(path, good)
    const before = await storedRows(table)
    const card = await office.formOn(`${path}?edit=1`)
    expect(card).toMatchObject({ card: "on", title: good.title })

    const saved = await office.send(`${path}?edit=1`, { ...card, title: "Un autre titre" })
    expect([saved.status, saved.headers.get("location")]).toEqual([302, path])
    const [after] = await storedRows(table)
    expect(after).toMatchObject({ title: "Un autre titre", version: 2 })
    const changes = Object.keys(after ?? {}).filter(
      (name) => JSON.stringify(after?.[name]) !== JSON.stringify(before[0]?.[name]),
    )
    expect(new Set([...changes, "published_at"])).toEqual(
      new Set(["title", "version", "updated_at", "search_text", "published_at"]),
    )
    const { isPublished: _published, ...others } = good
    expect(await office.formOn(`${path}/1`)).toMatchObject({ ...others, title: "Un autre titre" })
  })

  test("takes nothing that it does not show from what stands in the way of it", async () => {
    await createEpisode({ subtitle: "Une accroche" })
    const card = await office.formOn("/admin/episodes?edit=1")
    await office.send("/admin/episodes?edit=1", { ...card, title: "" })
    const refused = await office.send("/admin/episodes?edit=1", { ...card, title: "" })
    expect(refused.status).toBe(400)
    expect(filledForm(saveForm(await readPage(refused)))).toEqual({ ...card, title: "" })
    expect(await storedRows("episodes")).toMatchObject([{ subtitle: "Une accroche", version: 1 }])
  })

  test("is as stale as what it was filled from", async () => {
    await createNews({ title: "Une" })
    const card = await office.formOn("/admin/news?edit=1")
    await office.edit("/admin/news", 1, { title: "Une autre" })
    expect((await office.send("/admin/news?edit=1", card)).status).toBe(409)
    expect(await storedRows("news")).toMatchObject([{ title: "Une autre" }])
  })

  test("its draft is resumed on the page, with what the card did not show", async () => {
    await createEpisode({ title: "Avant", subtitle: "Une accroche", credits: "Montage : Sam" })
    const {
      intent: _intent,
      id: _id,
      version: _version,
      ...card
    } = await office.formOn("/admin/episodes?edit=1")
    const values = JSON.stringify({ ...card, title: "Après" })
    const kept = { intent: "keep", kind: "episode", item: "1", basedOn: "1", id: "", version: "", values }
    expect((await office.send("/admin/drafts", kept)).status).toBe(200)
    expect(await office.formOn("/admin/episodes/1?draft=1")).toMatchObject({
      title: "Après",
      subtitle: "Une accroche",
      credits: "Montage : Sam",
    })
  })
})

describe("the page of one thing", () => {
  test("15.3 saving stays on it, and keeps published what is", async () => {
    await createPost({ slug: "un", isPublished: true })
    const form = await office.formOn("/admin/blog/1")
    const saved = await office.send("/admin/blog/1", { ...form, title: "Deux" })
    expect(saved.headers.get("location")).toBe("/admin/blog/1")
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Deux", is_published: true }])
  })

  test("says what its buttons will do: publish, plan, or keep", async () => {
    await createEpisode({ isPublished: false, publishedAt: new Date("2100-11-30T06:00:00Z") })
    await createEpisode({ isPublished: false, publishedAt: new Date("2020-01-01T06:00:00Z") })
    await createEpisode()
    const buttonsOn = async (id: number) => {
      const buttons = (await office.see(`/admin/episodes/${id}`)).all("button", { form: "champs" })
      return buttons.map(({ text, attributes }) => [text, attributes.value])
    }
    expect(await buttonsOn(1)).toEqual([
      ["Programmer pour le 30 nov. 2100 à 07:00", "on"],
      ["Enregistrer le brouillon", undefined],
    ])
    expect(await buttonsOn(2)).toEqual([
      ["Publier", "on"],
      ["Enregistrer le brouillon", undefined],
    ])
    expect(await buttonsOn(3)).toEqual([
      ["Mettre à jour", "on"],
      ["Repasser en brouillon", undefined],
    ])
  })

  test("says its state and when, leads to the field of its date, and says when it was saved", async () => {
    await createEpisode({ isPublished: false, publishedAt: new Date("2100-11-01T06:00:00Z") })
    await createPost({ isPublished: false, publishedAt: null })
    const textsOf = async (path: string) =>
      (await office.see(path)).all("p", { class: "item-state" }).map(({ text }) => text)
    expect(await textsOf("/admin/episodes/1")).toEqual([
      "Brouillon Voir sur le site",
      "lundi 1er novembre 2100 à 07:00 Changer la date de publication",
    ])
    expect(await textsOf("/admin/episodes/new")).toEqual([
      "Dès la publication Changer la date de publication",
    ])
    expect(await textsOf("/admin/blog/1")).toEqual(["Brouillon Voir sur le site"])
    const shown = await office.see("/admin/episodes/1")
    const fields = shown.all("input", { id: "champs-publicationDay" })
    expect(fields).toHaveLength(1)
    expect(shown.get("p", { class: "item-saved" }).text).toMatch(/^Enregistré à \d\d:\d\d$/)
  })

  test("tells what becomes of its letter", async () => {
    await createEpisode({ isPublished: false })
    const letterOf = async () => {
      const lines = (await office.see("/admin/episodes/1")).all("a", { class: "item-link" })
      return lines.map(({ text, attributes }) => [text, attributes.href])
    }
    const ABOUT = "/admin/letters/new?episode=1"
    expect(await letterOf()).toEqual([["Lettre aux abonnés à écrire", ABOUT]])
    await setSettings("automatic", { announces: true })
    expect(await letterOf()).toEqual([["Lettre aux abonnés à la publication", ABOUT]])
    await office.send("/admin/episodes", { intent: "publish", id: "1" })
    expect(await letterOf()).toEqual([["Lettre aux abonnés à écrire", ABOUT]])
    await createLetter({ announcedEpisodeId: 1 })
    expect(await letterOf()).toEqual([["Lettre aux abonnés envoyée", "/admin/letters/1"]])
  })

  test("publishes a draft by its button only, and takes it back", async () => {
    await createEpisode({ isPublished: false })
    const form = await office.formOn("/admin/episodes/1")
    expect(form.isPublished).toBeUndefined()
    await office.send("/admin/episodes/1", { ...form, title: "Encore un brouillon" })
    expect((await send("/episodes/1")).status).toBe(404)
    await office.send("/admin/episodes/1", { ...form, version: "2", isPublished: "on" })
    expect((await send("/episodes/1")).status).toBe(200)
    const { isPublished, ...others } = await office.formOn("/admin/episodes/1")
    expect(isPublished).toBe("on")
    await office.send("/admin/episodes/1", others)
    expect((await send("/episodes/1")).status).toBe(404)
  })

  test("of a new one leads to its own", async () => {
    const { good } = managerForm("/admin/episodes")
    const saved = await office.save("/admin/episodes/new", good)
    expect(saved.headers.get("location")).toBe("/admin/episodes/1")
  })

  test("what is deleted there leads to its list", async () => {
    await createEpisode()
    const gone = await office.send("/admin/episodes/1", { intent: "delete", id: "1" })
    expect([gone.status, gone.headers.get("location")]).toEqual([302, "/admin/episodes"])
  })

  test.each(["0", "9", "abc", "%00", "1e3", "99999999999", "NEW"])("of « %s » there is none", async (id) => {
    await createPost()
    expect((await office.see(`/admin/blog/${id}`)).status).toBe(404)
    expect((await office.send(`/admin/blog/${id}`, { intent: "nothing" })).status).toBe(400)
  })
})
