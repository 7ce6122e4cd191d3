import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { followAs, sendForm, visitAs } from "#test/people.ts"
import { signInAsEach } from "#test/roles.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment, sendComment, emptyDiscussions } from "#test/visitors.ts"

const PATH = "/admin/comments"

beforeAll(openTestDatabase)
const cookies = signInAsEach("secret.test")
beforeEach(emptyDiscussions)

type Who = keyof typeof cookies
const post = (fields: Record<string, string>, who: Who = "moderator", path = PATH) =>
  sendForm(path, fields, { cookie: cookies[who] })
/** What a click says, as a toast. */
const toastOf = async (response: Response, who: Who = "moderator") =>
  (await followAs(cookies[who], response, PATH)).text
const contentsLeft = async () => (await storedRows("comments")).map(({ content }) => content)
const states = async () =>
  Object.fromEntries((await storedRows("comments")).map(({ id, status }) => [id, status]))
describe("what is done with comments", () => {
  beforeEach(async () => {
    await createComment(1, { content: "Le premier commentaire", authorEmail: "awa@secret.test" })
    await createComment(2, { content: "Le deuxième commentaire", authorEmail: "awa@secret.test" })
    await createComment(1, { content: "Le troisième commentaire", authorEmail: "bob@secret.test" })
  })

  test.each(["moderator", "admin"] as const)("what is done with comments a %s deletes one", async (who) => {
    const response = await post({ intent: "delete", ids: "2" }, who)
    expect(response.status).toBe(200)
    expect(await toastOf(response, who)).toContain("Commentaire supprimé")
    expect(await contentsLeft()).toEqual(["Le premier commentaire", "Le troisième commentaire"])
  })

  test("9.3 what is done with comments many are deleted at once, and counted", async () => {
    const response = await post({ intent: "delete", ids: "1,3,99" })
    expect(await toastOf(response)).toContain("2 commentaires supprimés")
    expect(await contentsLeft()).toEqual(["Le deuxième commentaire"])
  })

  test("what is done with comments one is hidden from visitors, not deleted, and shown again", async () => {
    const hidden = await post({ intent: "hide", ids: "1" })
    expect(await toastOf(hidden)).toContain("Commentaire masqué")
    expect((await visitAs("", "/episodes/1")).text).not.toContain("Le premier commentaire")
    expect(await states()).toEqual({ 1: "hidden", 2: "visible", 3: "visible" })
    const shown = await post({ intent: "show", ids: "1" })
    expect(await toastOf(shown)).toContain("Commentaire affiché")
    expect((await visitAs("", "/episodes/1")).text).toContain("Le premier commentaire")
  })

  test("what is done with comments several are hidden and shown", async () => {
    expect(await toastOf(await post({ intent: "hide", ids: "1,2" }))).toContain("2 commentaires masqués")
    expect(await toastOf(await post({ intent: "show", ids: "1,2,3" }))).toContain("3 commentaires affichés")
    expect(await states()).toEqual({ 1: "visible", 2: "visible", 3: "visible" })
  })

  test("what is done with comments one that waits is approved", async () => {
    await createComment(1, { content: "Je suis en attente", status: "pending" })
    const page = await visitAs(cookies.moderator, `${PATH}?etat=en-attente`)
    const buttons = page
      .get("main")
      .all("button")
      .map(({ text }) => text)
    expect(buttons.filter((text) => text.startsWith("Approuver"))).toHaveLength(1)
    await post({ intent: "show", ids: "4" })
    expect((await visitAs("", "/episodes/1")).text).toContain("Je suis en attente")
  })

  test("what is done with comments all of one author are deleted, on all episodes", async () => {
    const response = await post({ intent: "delete-author", id: "1" })
    expect(await toastOf(response)).toContain("2 commentaires supprimés")
    expect(await contentsLeft()).toEqual(["Le troisième commentaire"])
  })

  test("9.1 what is done with comments an author is blocked by a comment, and the block lifted", async () => {
    const response = await post({ intent: "ban-author", id: "1" })
    expect(await toastOf(response)).toContain("Auteur bloqué")
    expect((await sendComment(1, { email: "awa@secret.test" })).status).toBe(403)
    expect((await sendComment(1, { email: "lea@secret.test" })).status).toBe(302)
    expect(await storedRows("comments")).toHaveLength(4)

    const page = await visitAs(cookies.moderator, PATH)
    expect(page.text).toContain("a•••@secret.test")
    expect(page.html).not.toContain("awa@")
    const lifted = await post({ intent: "unban", id: "1" })
    expect(await toastOf(lifted)).toContain("Blocage levé")
    expect((await sendComment(1, { email: "awa@secret.test" })).status).toBe(302)
  })

  test.each(["delete", "hide", "show"])(
    "what is done with comments %s of what is gone already says so",
    async (intent) => {
      const response = await post({ intent, ids: "99" })
      expect(response.status).toBe(404)
      expect(await toastOf(response)).toContain(
        `Erreur Impossible de ${intent === "delete" ? "supprimer" : "modifier"} le commentaire`,
      )
    },
  )

  test.each([
    ["delete", "ids", "Impossible de supprimer le commentaire"],
    ["hide", "ids", "Impossible de modifier le commentaire"],
    ["show", "ids", "Impossible de modifier le commentaire"],
    ["delete-author", "id", "Impossible de supprimer le commentaire"],
    ["ban-author", "id", "Impossible de bloquer cet auteur"],
    ["unban", "id", "Impossible de lever le blocage"],
  ])(
    "what is done with comments %s of nonsense in %s is refused, whatever it is",
    async (intent, field, text) => {
      await post({ intent: "ban", value: "un mot" })
      const many = Array.from({ length: 51 }, (_, n) => n + 1).join(",")
      const wrong = [
        "abc",
        "0",
        "-1",
        "99999999999",
        "",
        "1.5",
        "1 or 1=1",
        ...(field === "ids" ? [many, "1,,2", "1,abc"] : []),
      ]
      const before = JSON.stringify([await storedRows("comments"), await storedRows("blocks")])
      for (const value of wrong) {
        const response = await post({ intent, [field]: value })
        expect([value, response.status]).toEqual([value, 400])
        expect(await toastOf(response)).toContain(`Erreur ${text}`)
      }
      expect((await post({ intent })).status).toBe(400)
      expect(JSON.stringify([await storedRows("comments"), await storedRows("blocks")])).toBe(before)
    },
  )

  test.each(["", "erase", "constructor", "__proto__"])(
    "what is done with comments the intent %j is none",
    async (intent) => {
      expect((await post({ intent, ids: "1", id: "1" })).status).toBe(400)
      expect(await storedRows("comments")).toHaveLength(3)
    },
  )

  test("what is done with comments a page of them is deleted at once", async () => {
    for (let n = 0; n < 20; n += 1) await createComment(2)
    const ids = Array.from({ length: 20 }, (_, n) => n + 4).join(",")
    expect((await post({ intent: "delete", ids })).status).toBe(200)
    expect(await storedRows("comments")).toHaveLength(3)
  })

  test.each([
    ["delete", "Impossible de supprimer le commentaire"],
    ["hide", "Impossible de modifier le commentaire"],
    ["delete-author", "Impossible de supprimer le commentaire"],
    ["ban-author", "Impossible de bloquer cet auteur"],
  ])("9.3, 22.2 what is done with comments %s says when it fails", async (intent, text) => {
    const response = await withoutTable("comments", () => post({ intent, ids: "1", id: "1" }))
    expect(response.status).toBe(500)
    expect(await toastOf(response)).toContain(`Erreur ${text}`)
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(await storedRows("comments")).toHaveLength(3)
  })
})

describe("on the page of an episode", () => {
  beforeEach(async () => {
    await createComment(1, { content: "Le premier commentaire" })
    await createComment(1, { content: "Le deuxième commentaire" })
  })

  const remove = (who: Who, id = "1", path = "/episodes/1") =>
    post({ intent: "delete-comment", id }, who, path)

  test.each(["moderator", "admin"] as const)(
    "8.5 on the page of an episode a %s deletes a comment",
    async (who) => {
      const page = await visitAs(cookies[who], "/episodes/1")
      expect(page.all("a").find(({ text }) => text === "Modérer")?.attributes.href).toBe(
        "/admin/comments?episode=1",
      )
      const response = await remove(who)
      expect(response.status).toBe(200)
      const after = await followAs(cookies[who], response, "/episodes/1")
      expect(after.text).toContain("Commentaire supprimé")
      expect(after.text).not.toContain("Le premier commentaire")
      expect(await contentsLeft()).toEqual(["Le deuxième commentaire"])
    },
  )

  test.each(["visitor", "user"] as const)(
    "on the page of an episode a %s does not, and is shown no way to",
    async (who) => {
      const page = await visitAs(cookies[who], "/episodes/1")
      expect(page.get("main").text).not.toMatch(/Supprimer|Modérer/)
      for (const path of ["/episodes/1", "/episodes/1.data"])
        expect((await remove(who, "1", path)).status).toBe(403)
      expect(await contentsLeft()).toHaveLength(2)
    },
  )

  test.each(["abc", "0", "99999999999", "", "99", "1,2"])(
    "on the page of an episode the comment %j is none",
    async (id) => {
      const response = await remove("admin", id)
      expect(response.status).toBe(404)
      expect((await followAs(cookies.admin, response, "/episodes/1")).text).toContain(
        "Erreur Impossible de supprimer le commentaire",
      )
      expect(await contentsLeft()).toHaveLength(2)
    },
  )

  test("on the page of an episode says when it fails", async () => {
    const response = await withoutTable("comments", () => remove("admin"))
    expect(response.status).toBe(500)
    expect((await followAs(cookies.admin, response, "/episodes/1")).text).toContain(
      "Erreur Impossible de supprimer le commentaire",
    )
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(await contentsLeft()).toHaveLength(2)
  })
})
