import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import { createEpisode, createNews, emptyContents, storedRows } from "#test/factories.ts"
import { createUser, filledForm, followAs, sendForm, visitAs } from "#test/people.ts"
import { signInAsEach } from "#test/roles.ts"
import { type Part, readHtml } from "#test/html.ts"
import { createComment } from "#test/visitors.ts"

// The back office as a browser without scripts uses it: what its pages hold is followed, and what their forms hold sent.

let victim = { id: "", email: "" }

beforeAll(openTestDatabase)
const cookies = signInAsEach("cko.test")
beforeEach(async () => {
  await emptyContents()
  await emptyTables("blocks", "contact_messages")
  await db.execute(sql`delete from users where email like 'victime%'`)
  victim = await createUser("user", "victime@cko.test")
})

/** The form that a button belongs to. */
function formOf(shown: Part, label: string) {
  const [form] = shown.all("form").filter((one) => one.all("button").some(({ text }) => text === label))
  if (!form) throw new Error(`no form with « ${label} »`)
  return form
}

/** The address that a GET form leads to. */
function addressOf(form: Part) {
  expect(form.attributes.method).toBe("get")
  return `${form.attributes.action}?${new URLSearchParams(filledForm(form))}`
}

/** Clicks a button of the list, and then that of the page which asks. */
async function response(page: string, label: string, confirm: string, who: keyof typeof cookies = "admin") {
  const asking = addressOf(formOf(await visitAs(cookies[who], page), label))
  const asked = await visitAs(cookies[who], asking)
  expect(asked.status).toBe(200)
  const form = formOf(asked, confirm)
  const sent = await sendPlainly(form.attributes.action ?? asking, filledForm(form), who)
  const back = sent.headers.get("location") ?? ""
  return { asking, asked, sent, back, said: (await followAs(cookies[who], sent)).text }
}

function sendPlainly(path: string, fields: Record<string, string>, who: keyof typeof cookies = "admin") {
  return sendForm(path, fields, { cookie: cookies[who], Accept: "text/html,application/xhtml+xml" })
}

describe("deleting in a list", () => {
  const [path, table, make] = ["/admin/news", "news", createNews] as const

  test("15.6, 24 asks, names the item, and leads back to where one was", async () => {
    await make({ title: "Le mauvais" })
    const { id } = await make({ title: "Le bon <b>&" })
    const page = `${path}?q=Le+&page=1`
    const { asked, sent, back, said } = await response(page, "Supprimer : Le bon <b>&", "Supprimer")
    expect(asked.get("section", { class: "question" }).text).toBe(
      `Êtes-vous sûr de vouloir supprimer cette actualité ? «\u202fLe bon <b>&\u202f» sera supprimée. Elle ira à la corbeille pendant 30\u00a0jours. Annuler Supprimer`,
    )
    const [cancel] = asked.all("a").filter(({ text }) => text === "Annuler")
    expect(cancel?.attributes.href).toBe(page)
    expect([sent.status, back]).toEqual([303, `${path}?q=Le+&page=1#liste`])
    expect(said).toContain("Actualité supprimée")
    expect((await storedRows(table)).map((row) => row.id)).not.toContain(id)
    expect(await storedRows(table)).toHaveLength(1)
  })

  test.each(["", "abc", "0", "999", "99999999999", "%00", "1'--"])("knows no item %j", async (id) => {
    await make()
    const shown = await visitAs(cookies.admin, `${path}?action=delete&id=${id}`)
    expect([shown.status, shown.get("h1").text]).toEqual([404, "Actualité non trouvée"])
  })

  test.each(["drop", "", "constructor", "__proto__"])("knows no question %j", async (action) => {
    await make()
    expect((await visitAs(cookies.admin, `${path}?action=${action}&id=1`)).status).toBe(404)
  })

  test("is asked of admins only", async () => {
    const { title } = await make()
    const refused = [await visitAs(cookies.user, `${path}?action=delete&id=1`)]
    refused.push(await visitAs(cookies.moderator, `${path}?action=delete&id=1`))
    for (const { status, html } of refused) {
      expect(status).toBe(403)
      expect(html).not.toContain(title)
    }
    expect((await visitAs("", `${path}?action=delete&id=1`)).status).toBe(302)
  })

  test("of the item in the form leads to an empty form", async () => {
    const { title } = await make()
    const { back, said } = await response(`${path}?edit=1`, `Supprimer : ${title}`, "Supprimer")
    expect([back, said]).toEqual([path, expect.stringContaining("Actualité supprimée")])
  })

  test("twice says that there is nothing left to delete, on the list", async () => {
    await make()
    const fields = { intent: "delete", id: "1" }
    await sendPlainly(path, fields)
    const again = await sendPlainly(path, fields)
    expect([again.status, again.headers.get("location")]).toEqual([303, `${path}#liste`])
    expect((await followAs(cookies.admin, again)).text).toContain("Erreur Impossible de supprimer")
  })
})

test("a click in a list leads back to it, and says what was done", async () => {
  const { title } = await createEpisode()
  const shown = await visitAs(cookies.admin, "/admin/episodes?q=essai")
  const form = formOf(shown, `Dépublier : ${title}`)
  const sent = await sendPlainly(form.attributes.action ?? "", filledForm(form))
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/admin/episodes?q=essai#liste"])
  expect((await followAs(cookies.admin, sent)).text).toContain("Épisode mis à jour !")
})

test("a refused form stays with what was typed, whatever another tab has just done", async () => {
  const { title } = await createEpisode()
  const other = await sendPlainly("/admin/episodes", { intent: "unpublish", id: "1" })
  const toast = other.headers.getSetCookie().map((line) => line.split(";")[0])
  const cookie = [cookies.admin, ...toast].join("; ")
  const fields = { intent: "save", title: `${title} bis` }
  const refused = await sendForm("/admin/episodes", fields, { cookie, Accept: "text/html" })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(`${title} bis`)])
})

test("people are created on a page of their own, which keeps what was typed", async () => {
  const asking = addressOf(formOf(await visitAs(cookies.admin, "/admin/users?q=a"), "Créer un utilisateur"))
  const form = formOf(await visitAs(cookies.admin, asking), "Créer l’utilisateur")
  const fields = { ...filledForm(form), firstName: "Awa", email: "victime-2@cko.test" }
  const refused = await sendPlainly(asking, { ...fields, password: "court" })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain("au moins 8 caractères")
  expect(html).toContain('value="Awa"')
  expect(html).not.toContain("court")
  const created = await sendPlainly(asking, { ...fields, password: "Uppercut8", role: "moderator" })
  expect(created.headers.get("location")).toBe("/admin/users")
  expect((await followAs(cookies.admin, created)).text).toContain("Utilisateur créé")
})

test("people get another role, and are deleted", async () => {
  const role = formOf(
    await visitAs(cookies.admin, "/admin/users?q=victime"),
    `Modifier le rôle : ${victim.email}`,
  )
  const page = await visitAs(cookies.admin, addressOf(role))
  const form = formOf(page, "Enregistrer")
  const changed = await sendPlainly(form.attributes.action ?? "", {
    ...filledForm(form),
    role: "moderator",
  })
  expect([changed.status, changed.headers.get("location")]).toEqual([303, "/admin/users?q=victime#liste"])
  expect((await followAs(cookies.admin, changed)).text).toContain("Rôle mis à jour")
  const { asked, said } = await response("/admin/users?q=victime", `Supprimer : ${victim.email}`, "Supprimer")
  expect(asked.get("section", { class: "question" }).text).toContain(
    `supprimer l'utilisateur ${victim.email} ?`,
  )
  expect(said).toContain("Utilisateur supprimé")
})

test.each(["role", "delete"])("people that do not exist are not found: %s", async (action) => {
  for (const id of ["", "personne", "%00", "a".repeat(5_000)]) {
    const shown = await visitAs(cookies.admin, `/admin/users?action=${action}&id=${id}`)
    expect([shown.status, shown.get("h1").text]).toEqual([404, "Utilisateur non trouvé"])
  }
})

test("people are nobody's business but the admins'", async () => {
  const shown = await visitAs(cookies.moderator, `/admin/users?action=delete&id=${victim.id}`)
  expect([shown.status, shown.html.includes(victim.email)]).toEqual([403, false])
})

describe("comments", () => {
  beforeEach(async () => {
    await createEpisode()
    for (const authorName of ["Awa", "Nour", "Malik"]) {
      await createComment(1, { authorName, authorEmail: `${authorName.toLowerCase()}@cko.test` })
    }
  })
  const authors = async () => (await storedRows("comments")).map((row) => row.author_name)
  const ids = async () => (await storedRows("comments")).map((row) => String(row.id))

  test("comments are deleted one by one, and with their author", async () => {
    const { asked, back } = await response(
      "/admin/comments?episode=1",
      "Supprimer : le commentaire d’Awa",
      "Supprimer",
      "moderator",
    )
    expect(asked.text).toContain("Êtes-vous sûr de vouloir supprimer le commentaire d’Awa ?")
    expect(back).toBe("/admin/comments?episode=1#liste")
    await response("/admin/comments", "Bloquer cet auteur : Nour", "Bloquer", "moderator")
    expect(await storedRows("blocks")).toMatchObject([{ value: "nour@cko.test" }])
    await response("/admin/comments", "Tout supprimer de cet auteur : Nour", "Supprimer", "moderator")
    expect(await authors()).toEqual(["Malik"])
  })

  test("comments are deleted and hidden several at once", async () => {
    const [first, second, third] = await ids()
    const shown = await visitAs(cookies.moderator, "/admin/comments?q=essai&episode=1")
    const boxes = shown.all("input", { type: "checkbox", name: "ids" })
    const form = shown.get("form", { id: boxes[0]?.attributes.form ?? "" })
    expect(boxes.map(({ attributes }) => attributes.value)).toEqual([third, second, first])
    const chosen = [...Object.entries(filledForm(form)), ["ids", first ?? ""], ["ids", third ?? ""]]
    for (const [action, question, confirm] of [
      ["hide", "Masquer ces 2 commentaires\u202f?", "Masquer"],
      ["delete", "Supprimer ces 2 commentaires\u202f?", "Supprimer"],
    ] as const) {
      const asking = `${form.attributes.action}?${new URLSearchParams([...chosen, ["action", action]])}`
      const asked = await visitAs(cookies.moderator, asking)
      expect(asked.text).toContain(question)
      const responses = formOf(asked, confirm)
      const sent = await sendPlainly(responses.attributes.action ?? "", filledForm(responses), "moderator")
      expect(sent.headers.get("location")).toBe("/admin/comments?episode=1&q=essai#liste")
    }
    expect(await authors()).toEqual(["Nour"])
  })

  test.each(["ids=0", "ids=999", "ids=abc", "id=999", "ids=%00", `ids=${"999,".repeat(60)}999`])(
    "comments that are not there cannot be asked about: %s",
    async (about) => {
      for (const action of ["delete", "delete-author", "ban-author", "hide"]) {
        const shown = await visitAs(cookies.moderator, `/admin/comments?action=${action}&${about}`)
        expect([shown.status, shown.get("h1").text]).toEqual([404, "Commentaire non trouvé"])
      }
    },
  )

  test("comments are listed again when none was ticked", async () => {
    const shown = await visitAs(cookies.moderator, "/admin/comments?action=delete&q=essai")
    expect([shown.status, shown.all("input", { type: "checkbox", name: "ids" }).length]).toEqual([200, 3])
  })

  test("comments are deleted below their episode, by those who may", async () => {
    const { asked, sent, back, said } = await response(
      "/episodes/1",
      "Supprimer : le commentaire d’Awa",
      "Supprimer",
      "moderator",
    )
    expect(asked.text).toContain("Êtes-vous sûr de vouloir supprimer le commentaire d’Awa ?")
    expect([sent.status, back]).toEqual([303, "/episodes/1#derniers-commentaires"])
    expect(said).toContain("Commentaire supprimé")
    expect(await authors()).toEqual(["Nour", "Malik"])
    const [id] = await ids()
    for (const who of ["visitor", "user"] as const) {
      const shown = await visitAs(cookies[who], `/episodes/1?action=delete-comment&id=${id}`)
      expect([shown.status, shown.text.includes("Êtes-vous sûr")]).toEqual([200, false])
    }
    const gone = await visitAs(cookies.moderator, "/episodes/1?action=delete-comment&id=999")
    expect([gone.status, gone.get("h1").text]).toEqual([404, "Commentaire non trouvé"])
  })
})

test("a message is deleted", async () => {
  await db.execute(
    sql`insert into contact_messages (name, email, subject, message) values ('Léa', 'lea@cko.test', 'Sujet', 'Texte')`,
  )
  const { asked, said } = await response("/admin/messages", "Supprimer : le message de Léa", "Supprimer")
  expect(asked.text).toContain("Êtes-vous sûr de vouloir supprimer le message de Léa ?")
  expect(said).toContain("Message supprimé")
  expect((await visitAs(cookies.admin, "/admin/messages?action=delete&id=1")).status).toBe(404)
})

test("a person's data are erased without their address in any address", async () => {
  const fields = { intent: "find", email: victim.email }
  const found = await sendPlainly("/admin/personal-data", fields)
  const button = formOf(readHtml(await found.text()), "Tout effacer : victime@cko.test")
  expect([button.attributes.method, button.attributes.action]).toEqual(["post", "/admin/personal-data"])
  const asked = readHtml(await (await sendPlainly("/admin/personal-data", filledForm(button))).text())
  expect(asked.text).toContain("Effacer toutes les données de victime@cko.test")
  expect(filledForm(asked.get("form", { id: "retour" }))).toEqual(fields)
  const sent = await sendPlainly("/admin/personal-data", filledForm(formOf(asked, "Tout effacer")))
  expect((await followAs(cookies.admin, sent)).text).toContain("Données effacées")
  expect((await visitAs(cookies.admin, "/admin/users?q=victime")).text).not.toContain(victim.email)
})

test.each([
  ["/admin/episodes?edit=1", "publicationDay", { value: "2026-03-04" }],
  ["/admin/users?action=create", "birthDate", { min: "1900-01-01" }],
  ["/admin/settings", "birthDate", { min: "1900-01-01" }],
])("a date at %s is the browser's own field", async (path, name, attributes) => {
  await createEpisode({ publishedAt: new Date("2026-03-04T12:00:00Z") })
  const [field] = (await visitAs(cookies.admin, path)).all("input", { name })
  expect(field?.attributes).toMatchObject({ type: "date", ...attributes })
})
