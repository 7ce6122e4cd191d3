import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { keepIntents } from "#app/content/drafts/drafts.schema.ts"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { drafts, previewLinks } from "#app/db/schema/drafts.server.ts"
import { leastCpuMs } from "#test/cpu-time.ts"
import { openTestDatabase } from "#test/database.ts"
import { createPost, emptyContents } from "#test/factories.ts"
import {
  createUser,
  filledForm,
  followAs,
  openSession,
  saveForm,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"

const DRAFTER = { id: "", cookie: "" }
const cookies = { admin: "", other: "", moderator: "", user: "", visitor: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookies.admin = await signInAsNew("admin")
  const drafter = await createUser("admin")
  Object.assign(DRAFTER, { id: drafter.id, cookie: await openSession(drafter) })
  cookies.other = await signInAsNew("admin")
  cookies.moderator = await signInAsNew("moderator")
  cookies.user = await signInAsNew("user")
})
beforeEach(emptyContents)

type Fields = Record<string, string>
const PATH = "/admin/blog"
const TYPED = { title: "Le retour", slug: "", content: "Texte", isPublished: "on" }

/** What the form's autosave sends. */
const keep = (values: unknown, fields: Fields = {}, cookie = cookies.admin) =>
  sendForm(
    "/admin/drafts",
    { intent: "keep", kind: "post", values: JSON.stringify(values), ...fields },
    { cookie },
  )
const answerTo = async (sent: Promise<Response>) => {
  const response = await sent
  const answer = (await response.json()) as Partial<Record<"outcome" | "reason" | "savedAt", string>>
  return { ...answer, status: response.status }
}
const stored = () => db.select().from(drafts)
const form = async (address: string, cookie = cookies.admin) =>
  filledForm(saveForm(await visitAs(cookie, address)))

describe("a draft", () => {
  test("18.8 of something new is kept, written anew and found again, and publishes nothing", async () => {
    const first = await answerTo(keep(TYPED))
    expect(first).toMatchObject({ status: 200, outcome: "kept", id: 1, version: 1 })
    expect(first.savedAt).toMatch(/^à \d\d:\d\d$/)
    const second = await answerTo(keep({ ...TYPED, title: "Le grand retour" }, { id: "1", version: "1" }))
    expect(second).toMatchObject({ outcome: "kept", id: 1, version: 2 })
    expect(await stored()).toMatchObject([
      { kind: "post", itemId: null, title: "Le grand retour", values: { content: "Texte" } },
    ])
    expect((await visitAs("", "/blog")).html).not.toContain("Le grand retour")
    const list = await visitAs(cookies.admin, PATH)
    expect(list.get("main").all("li", { class: "list-row" })[0]?.text).toMatch(
      /^Le grand retour Non enregistré/,
    )
    expect(await form(`${PATH}/new?draft=1`)).toMatchObject({
      title: "Le grand retour",
      content: "Texte",
      draft: "1",
    })
    expect(await db.select().from(auditLog)).not.toContainEqual(expect.objectContaining({ kind: "post" }))
  })

  test("of an item is one of each person, fills the form, and leaves the item alone", async () => {
    await createPost({ title: "Avant", slug: "avant" })
    const about = { item: "1", basedOn: "1" }
    await keep({ ...TYPED, title: "Le mien" }, about)
    await keep({ ...TYPED, title: "L’autre" }, about, cookies.other)
    expect(await stored()).toHaveLength(2)
    const opened = await visitAs(cookies.admin, `${PATH}/1`)
    expect(filledForm(saveForm(opened)).title).toBe("Avant")
    expect(opened.html).toMatch(/Un brouillon enregistré à \d\d:\d\d attend/)
    const resumed = await form(`${PATH}/1?draft=1`)
    expect(resumed).toMatchObject({ id: "1", version: "1", draft: "1", title: "Le mien" })
    expect((await visitAs("", "/blog/avant")).get("h1").text).toBe("Avant")
  })

  test("is gone once its form was saved, and its links lead to the item", async () => {
    await keep(TYPED)
    await sendForm(PATH, { intent: "share", of: "draft", id: "1" }, { cookie: cookies.admin })
    const resumed = await form(`${PATH}/new?draft=1`)
    const saved = await sendForm(
      `${PATH}/new?draft=1`,
      { ...resumed, slug: "retour" },
      { cookie: cookies.admin },
    )
    expect([saved.status, saved.headers.get("location")]).toEqual([302, `${PATH}/1`])
    expect(await stored()).toEqual([])
    expect(await db.select().from(previewLinks)).toMatchObject([{ itemId: 1, draftId: null }])
  })

  test("stays when its form is refused, or when somebody else's form names it", async () => {
    await keep(TYPED)
    const refused = await sendForm(PATH, { intent: "save", draft: "1", title: "" }, { cookie: cookies.admin })
    expect(refused.status).toBe(400)
    const theirs = { intent: "save", draft: "1", title: "T", slug: "t", content: "C" }
    expect((await sendForm(PATH, theirs, { cookie: cookies.other })).status).toBe(302)
    expect(await stored()).toHaveLength(1)
  })

  test("filled from an older version says so when it is saved", async () => {
    await createPost({ title: "Avant", slug: "avant" })
    await keep({ ...TYPED, slug: "avant" }, { item: "1", basedOn: "1" })
    const now = await form(`${PATH}/1`)
    await sendForm(PATH, { ...now, title: "Entre-temps" }, { cookie: cookies.admin })
    const late = await sendForm(PATH, await form(`${PATH}/1?draft=1`), { cookie: cookies.admin })
    expect(late.status).toBe(409)
    expect(await stored()).toHaveLength(1)
  })

  test("is not overwritten by a window that does not know its last state", async () => {
    await createPost()
    const about = { item: "1", basedOn: "1" }
    await keep({ ...TYPED, title: "A" }, about)
    await keep({ ...TYPED, title: "B" }, { ...about, id: "1", version: "1" })
    const unknown = await answerTo(keep({ ...TYPED, title: "C" }, about))
    const old = await answerTo(keep({ ...TYPED, title: "D" }, { ...about, id: "1", version: "1" }))
    expect([unknown, old]).toMatchObject(
      [1, 2].map(() => ({ status: 200, outcome: "stale", id: 1, version: 2 })),
    )
    expect(await stored()).toMatchObject([{ title: "B" }])
    const knowing = await answerTo(keep({ ...TYPED, title: "E" }, { ...about, id: "1", version: "2" }))
    expect(knowing).toMatchObject({ outcome: "kept", version: 3 })
  })

  test("two windows that begin at once make one of an item", async () => {
    await createPost()
    const both = await Promise.all([1, 2].map(() => answerTo(keep(TYPED, { item: "1", basedOn: "1" }))))
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["kept", "stale"])
  })

  test("thrown away is not written again, nor is one of an item that is gone", async () => {
    await keep(TYPED)
    const thrown = await sendForm(
      `${PATH}/new?draft=1`,
      { intent: "discard", id: "1" },
      { cookie: cookies.admin },
    )
    expect([thrown.status, thrown.headers.get("location")]).toEqual([302, `${PATH}/new`])
    expect(await answerTo(keep(TYPED, { id: "1", version: "1" }))).toMatchObject({ outcome: "gone" })
    expect(await answerTo(keep(TYPED, { item: "99", basedOn: "1" }))).toMatchObject({ outcome: "gone" })
    await createPost()
    await keep(TYPED, { item: "1", basedOn: "1" })
    await sendForm(PATH, { intent: "delete", id: "1" }, { cookie: cookies.admin })
    expect(await stored()).toEqual([])
  })

  test("is one's own: another admin neither sees, writes nor throws it away", async () => {
    await keep(TYPED)
    expect((await visitAs(cookies.other, PATH)).html).not.toContain("Le retour")
    expect((await visitAs(cookies.other, `${PATH}/new?draft=1`)).status).toBe(404)
    const written = await answerTo(
      keep({ ...TYPED, title: "Pris" }, { id: "1", version: "1" }, cookies.other),
    )
    expect(written).toMatchObject({ outcome: "gone" })
    const others = [
      sendForm(PATH, { intent: "discard", id: "1" }, { cookie: cookies.other }),
      sendForm(PATH, { intent: "share", of: "draft", id: "1" }, { cookie: cookies.other }),
      sendForm("/admin/drafts", { intent: "forget", id: "1" }, { cookie: cookies.other }),
    ]
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await stored()).toMatchObject([{ title: "Le retour" }])
  })

  test.each(["moderator", "user", "visitor"] as const)("is nothing a %s can keep", async (who) => {
    expect([302, 403]).toContain((await keep(TYPED, {}, cookies[who])).status)
    expect(await stored()).toEqual([])
  })

  test("18.8 stands first among drafts, is found by its title, and counted", async () => {
    await createPost({ title: "Un article paru" })
    await keep(TYPED)
    const rows = async (search: string) =>
      (await visitAs(cookies.admin, `${PATH}${search}`))
        .get("main")
        .all("li", { class: "list-row" })
        .map(({ text }) => /Le retour|Un article paru/.exec(text)?.[0])
    expect(await rows("")).toEqual(["Le retour", "Un article paru"])
    expect(await rows("?etat=brouillon")).toEqual(["Le retour"])
    expect(await rows("?q=RETOUR")).toEqual(["Le retour"])
    expect(await rows("?q=petit")).toEqual([])
    expect(await rows("?etat=publie")).toEqual(["Un article paru"])
    expect((await visitAs(cookies.admin, `${PATH}?q=retour`)).text).toContain("Brouillons 1")
    expect((await visitAs(cookies.other, PATH)).html).not.toContain("Le retour")
  })

  test.each([
    ["a new one", {}, `${PATH}/new`],
    ["one of an item", { item: "1", basedOn: "1" }, `${PATH}/1`],
  ])("18.8, 31.7 thrown away it lies in its author’s bin, and comes back: %s", async (_, of, page) => {
    await createPost()
    await keep(TYPED, of)
    const before = await stored()
    const thrown = await sendForm(PATH, { intent: "discard", id: "1" }, { cookie: cookies.admin })
    const said = await followAs(cookies.admin, thrown, PATH)
    const undo = filledForm(said.get("form", { action: "/admin/bin" }))
    expect(await stored()).toEqual([])
    expect((await visitAs(cookies.other, "/admin/bin")).html).not.toContain("Le retour")
    expect((await sendForm("/admin/bin", undo, { cookie: cookies.other })).status).toBe(404)
    const restored = await sendForm("/admin/bin", undo, { cookie: cookies.admin })
    const back = await followAs(cookies.admin, restored)
    // Coming back it is written.
    expect(await stored()).toEqual(before.map((one) => ({ ...one, updatedAt: expect.any(Date) })))
    const [open] = back.all("a").filter(({ text }) => text === "Ouvrir")
    expect(open?.attributes.href).toBe(`${page}?draft=1`)
    expect((await visitAs(cookies.admin, `${page}?draft=1`)).status).toBe(200)
    expect(await db.select().from(auditLog)).not.toContainEqual(expect.objectContaining({ kind: "draft" }))
  })
})

describe("what is no draft", () => {
  test.each<[string, unknown, Fields]>([
    ["no title", { title: " " }, {}],
    ["no fields", "", {}],
    ["a list", ["a"], {}],
    ["numbers", { title: 1 }, {}],
    ["a box in a box", { title: "T", content: { a: "b" } }, {}],
    [
      "3,000 fields",
      { title: "T", ...Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}`, ""])) },
      {},
    ],
    ["a long name", { title: "T", ["a".repeat(101)]: "" }, {}],
    ["another kind", TYPED, { kind: "comment" }],
    ["another kind by inheritance", TYPED, { kind: "constructor" }],
    ["an item without number", TYPED, { item: "abc" }],
    ["a huge item", TYPED, { item: "99999999999" }],
  ])("is refused: %s", async (_what, values, fields) => {
    const answer = await answerTo(keep(values, fields))
    expect(answer).toMatchObject({ status: 400, outcome: "refused" })
    expect(answer.reason).not.toBe("")
    expect(await stored()).toEqual([])
  })

  test("is refused as JSON that is none, or too much of it", async () => {
    for (const values of ["", "{", "null", "[".repeat(50_000)])
      expect((await keep(null, { values })).status).toBe(400)
    expect((await keep({ title: "T", content: "a".repeat(2_000_000) })).status).toBe(413)
  })

  test("19.3 has two thousand fields at most, which are counted before any is looked at", async () => {
    const fields = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, value]))
    expect(await answerTo(keep({ title: "Le retour", ...fields(1_999, "1") }))).toMatchObject({ status: 200 })
    const TOO_MANY = { status: 400, outcome: "refused", reason: "Ce formulaire a trop de champs" }
    expect(await answerTo(keep({ title: "Le retour", ...fields(2_000, "1") }))).toMatchObject(TOO_MANY)
    for (const hostile of [fields(60_000, 1), fields(60_000, ""), { title: fields(10_000, []) }]) {
      const values = JSON.stringify(hostile)
      const schema = keepIntents.keep
      const look = () => schema.safeParse({ intent: "keep", kind: "post", values })
      expect(look().error?.issues).toMatchObject([{ message: TOO_MANY.reason }])
      // Looked at one by one, they took 80 ms and more.
      expect(await leastCpuMs(20, look)).toBeLessThan(20)
    }
  })

  test("keeps what PostgreSQL can hold of broken letters", async () => {
    const values = '{"title":"A\\u0000B\\ud800","__proto__":"x","content":"\\udfff"}'
    expect(await answerTo(keep(null, { values }))).toMatchObject({ outcome: "kept" })
    expect(await stored()).toMatchObject([{ title: "AB\ufffd", values: { content: "\ufffd" } }])
    expect((await visitAs(cookies.admin, `${PATH}/new?draft=1`)).status).toBe(200)
  })

  test("ends at fifty new ones of a kind", async () => {
    await db.insert(drafts).values(
      Array.from({ length: 50 }, (_, index) => ({
        kind: "post" as const,
        userId: DRAFTER.id,
        title: `${index}`,
        values: {},
      })),
    )
    const answer = await answerTo(keep(TYPED, {}, DRAFTER.cookie))
    expect(answer).toMatchObject({ status: 409, reason: "Vous avez déjà 50 brouillons : jetez-en un" })
    expect(await answerTo(keep(TYPED, { kind: "page" }, DRAFTER.cookie))).toMatchObject({ outcome: "kept" })
  })

  test.each([
    "new?draft=abc",
    "new?draft=0",
    "new?draft=99999999999",
    "new?draft=7",
    "1?version=7",
    "1?compare=%00",
  ])("is not found at %s", async (address) => {
    await createPost()
    expect((await visitAs(cookies.admin, `${PATH}/${address}`)).status).toBe(404)
  })

  test.each([
    ["?draft=3", "/new?draft=3"],
    ["?edit=1&version=2", "/1?version=2"],
    ["?edit=1&compare=2&q=a", "/1?compare=2"],
  ])("an address from before, %s, leads to the page of the item", async (before, after) => {
    const { status, headers } = await visitAs(cookies.admin, `${PATH}${before}`)
    expect([status, headers.get("location")]).toEqual([302, `${PATH}${after}`])
  })
})
