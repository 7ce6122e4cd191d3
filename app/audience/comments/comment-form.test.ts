import { beforeEach, expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import {
  fieldProblems,
  filledForm,
  followAs,
  readPage,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { COMMENT, newAddress, sendComment, commentForm } from "#test/visitors.ts"
import { CONSENT } from "../newsletter/newsletter.copy.ts"

useDatabase()
beforeEach(async () => {
  await createEpisode()
})

const NAME = "Le nom est requis"
const LONG_NAME = "Le nom doit contenir moins de 100 caractères"
const EMAIL = "Email invalide"
const LONG_EMAIL = "L'email doit contenir moins de 255 caractères"
const SHORT = "Le commentaire doit contenir au moins 10 caractères"
const LONG = "Le commentaire doit contenir moins de 2000 caractères"
const emailOf = (length: number) => "@cko.test".padStart(length, "a")

test("8.1 the form says beforehand what comes with a comment", async () => {
  const form = (await visit("/episodes/1")).get("form", { "aria-labelledby": "commenter" })
  expect(form.text).toContain(CONSENT.comment)
  expect(CONSENT.comment).toContain("newsletter")
  expect(form.attributes).toMatchObject({ method: "post", novalidate: "" })
  expect(filledForm(form)).toMatchObject({ intent: "comment", website: "", name: "", email: "", content: "" })
  expect(Math.abs(Date.now() - Number(filledForm(form).opened))).toBeLessThan(60_000)
  expect(form.all("input", { type: "checkbox" })).toEqual([])
})

test.each<[Record<string, string>, Record<string, string>]>([
  [{ name: "" }, { Nom: NAME }],
  [{ name: " \t\r\n " }, { Nom: NAME }],
  [{ name: "\u200b\u2060\ufeff" }, { Nom: NAME }],
  [{ name: "a".repeat(101) }, { Nom: LONG_NAME }],
  [{ name: "🎤".repeat(101) }, { Nom: LONG_NAME }],
  [{ email: "" }, { Email: EMAIL }],
  [{ email: "maimouna" }, { Email: EMAIL }],
  [{ email: "a b@cko.test" }, { Email: EMAIL }],
  [{ email: "a@cko.test, b@cko.test" }, { Email: EMAIL }],
  [{ email: "a@cko.test\r\nBcc: b@cko.test" }, { Email: EMAIL }],
  [{ email: emailOf(256) }, { Email: LONG_EMAIL }],
  [{ content: "" }, { Commentaire: SHORT }],
  [{ content: "123456789" }, { Commentaire: SHORT }],
  [{ content: "   123456789   " }, { Commentaire: SHORT }],
  [{ content: "🎤".repeat(9) }, { Commentaire: SHORT }],
  [{ content: "a".repeat(2_001) }, { Commentaire: LONG }],
  [{ content: "🎤".repeat(2_001) }, { Commentaire: LONG }],
  [
    { name: "", email: "abc", content: "Court" },
    { Nom: NAME, Email: EMAIL, Commentaire: SHORT },
  ],
  [
    { email: "abc", content: "Court" },
    { Email: EMAIL, Commentaire: SHORT },
  ],
])("8.1 a comment with something wrong is refused, and kept %j", async (wrong, problems) => {
  const response = await sendComment(1, wrong)
  expect(response.status).toBe(400)
  const form = await commentForm(response)
  expect(form.get("div", { role: "alert" }).text).toBe(`Validation échouée ${Object.values(problems)[0]}`)
  expect(fieldProblems(form)).toEqual(problems)
  const typed = { ...COMMENT, ...wrong }
  const { name, email, content } = filledForm(form)
  expect({ name, email, content: content?.replaceAll("\r\n", "\n") }).toEqual({
    name: typed.name,
    email: typed.email,
    content: typed.content,
  })
  for (const table of ["comments", "newsletter_subscribers", "mails"]) {
    expect(await storedRows(table)).toEqual([])
  }
})

test.each(["name", "email", "content"])(
  "a comment with something wrong is refused, and kept without its field %s at all, twice, as a file",
  async (field) => {
    const { [field]: _, ...others } = {
      ...COMMENT,
      opened: String(Date.now() - 60_000),
      website: "",
    } as Record<string, string>
    const missing = await sendForm("/episodes/1", others, { "X-Forwarded-For": newAddress() })
    expect(missing.status).toBe(400)
    const twice = new URLSearchParams({ ...others, [field]: "un@cko.test et plus" })
    twice.append(field, "deux@cko.test et plus")
    const repeated = await sendForm("/episodes/1", twice, { "X-Forwarded-For": newAddress() })
    expect(repeated.status).toBe(400)
    const nul = await sendComment(1, { [field]: "a\0b@cko.test et plus" })
    expect(nul.status).toBe(400)
    expect(await storedRows("comments")).toEqual([])
  },
)

test.each<[Record<string, string>, Record<string, string>]>([
  [{ name: "a".repeat(100) }, { author_name: "a".repeat(100) }],
  [{ name: "🎤".repeat(100) }, { author_name: "🎤".repeat(100) }],
  [{ name: `  ${"a".repeat(100)}  ` }, { author_name: "a".repeat(100) }],
  [{ name: "  Kéza \r\n  Mondovi " }, { author_name: "Kéza Mondovi" }],
  [{ email: emailOf(255) }, { author_email: emailOf(255) }],
  [{ email: "  MAIMOUNA@CKO.test " }, { author_email: "maimouna@cko.test" }],
  [{ content: "  1234567890  " }, { content: "1234567890" }],
  [{ content: "🎤".repeat(10) }, { content: "🎤".repeat(10) }],
  [{ content: "a".repeat(2_000) }, { content: "a".repeat(2_000) }],
  [{ content: "🎤".repeat(2_000) }, { content: "🎤".repeat(2_000) }],
  [{ content: ` ${"a".repeat(2_000)}\r\n` }, { content: "a".repeat(2_000) }],
  [{ content: "Une ligne\r\nune autre\r\n\r\nla fin" }, { content: "Une ligne\nune autre\n\nla fin" }],
  // Line ends count once, whatever browsers make of them.
  [{ content: "\r\na".repeat(1_000) }, { content: `a${"\na".repeat(999)}` }],
  [{ content: "a\u202e\u200b123456789" }, { content: "a123456789" }],
])("a comment as long as may be is taken %j", async (typed, stored) => {
  const response = await sendComment(1, typed)
  expect(response.status).toBe(302)
  expect(await storedRows("comments")).toMatchObject([{ episode_id: 1, status: "visible", ...stored }])
})

test("8.2 a posted comment is there at once, with a toast", async () => {
  const response = await sendComment(1, { content: "Une <i>conversation</i>\r\nsans coupe" })
  expect([response.status, response.headers.get("location")]).toEqual([
    302,
    "/episodes/1#derniers-commentaires",
  ])
  const page = await followAs("", response, "/episodes/1")
  expect(page.text).toContain("Commentaire posté ! Vous êtes maintenant inscrit à notre newsletter.")
  const [article] = page.get("div", { id: "derniers-commentaires" }).all("article")
  expect(article?.get("h3").text).toBe("Maïmouna")
  expect(article?.get("p").raw).toBe("Une <i>conversation</i>\nsans coupe")
  expect(page.html).not.toContain("maimouna@cko.test")
  expect(filledForm(page.get("form", { "aria-labelledby": "commenter" }))).toMatchObject({ content: "" })
  expect((await visit("/episodes/1")).text).not.toContain("Commentaire posté")
})

test("a posted comment may come from somebody signed in, too", async () => {
  const cookie = await signInAsNew("user")
  const response = await sendForm(
    "/episodes/1",
    { ...COMMENT, opened: String(Date.now() - 60_000), website: "" },
    { cookie, "X-Forwarded-For": newAddress() },
  )
  expect(response.status).toBe(302)
  const page = await visitAs(cookie, "/episodes/1")
  expect(page.text).toContain(COMMENT.content)
  expect(page.text).not.toContain("Modérer")
})

test.each(["2", "3", "99", "0", "abc", "99999999999"])(
  "on what is not published /episodes/%s takes no comment",
  async (id) => {
    await createEpisode({ isPublished: false, title: "Un brouillon" })
    await createEpisode({ publishedAt: new Date(Date.now() + 86_400_000), title: "Un brouillon" })
    const response = await sendForm(
      `/episodes/${id}`,
      { ...COMMENT, opened: String(Date.now() - 60_000), website: "" },
      { "X-Forwarded-For": newAddress() },
    )
    const page = await readPage(response)
    expect([response.status, page.get("h1").text]).toEqual([404, "Épisode non trouvé"])
    expect(page.text).not.toContain("Un brouillon")
    for (const table of ["comments", "newsletter_subscribers", "mails"]) {
      expect(await storedRows(table)).toEqual([])
    }
  },
)

test("on what is not published an admin who sees it gets their words back", async () => {
  await createEpisode({ isPublished: false })
  const cookie = await signInAsNew("admin")
  const response = await sendForm(
    "/episodes/2",
    { ...COMMENT, opened: String(Date.now() - 60_000), website: "" },
    { cookie, "X-Forwarded-For": newAddress() },
  )
  expect(response.status).toBe(404)
  const form = await commentForm(response)
  expect(form.get("div", { role: "alert" }).text).toBe(
    "Erreur Impossible de poster le commentaire\u202f: épisode non trouvé",
  )
  expect(filledForm(form)).toMatchObject({ content: COMMENT.content })
  expect(await storedRows("comments")).toEqual([])
})
