import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { previewLinks } from "#app/db/schema/drafts.server.ts"
import { send } from "#test/app.ts"
import { emptyTables } from "#test/database.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import {
  createEpisode,
  createGuest,
  createMedium,
  createNews,
  createPage,
  createPost,
} from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { visitAs } from "#test/people.ts"

const office = openOffice()
beforeEach(() => emptyTables("audit_log"))

const share = (path: string, fields: Record<string, string>) =>
  office.send(path, { intent: "share", ...fields })
const keep = (kind: string, values: Record<string, string>, more: Record<string, string> = {}) =>
  office.send("/admin/drafts", { intent: "keep", kind, values: JSON.stringify(values), ...more })
/** The address that a manager's page shows, without the site's. */
async function addressOn(path: string) {
  const shown = await office.see(path)
  const values = shown.all("input").map(({ attributes }) => attributes.value ?? "")
  const [address = ""] = values.filter((value) => value.includes("/preview/"))
  return new URL(address).pathname
}

const SECRET = { title: "Encore secret", isPublished: false }
const KINDS = {
  episode: ["/admin/episodes", () => createEpisode({ ...SECRET, description: "**Texte**" })],
  news: ["/admin/news", () => createNews({ ...SECRET, content: "**Texte**" })],
  post: ["/admin/blog", () => createPost({ ...SECRET, slug: "secret", content: "**Texte**" })],
  page: ["/admin/pages", () => createPage({ ...SECRET, slug: "secret", content: "**Texte**" })],
} as const
const kinds = Object.entries(KINDS).map(([kind, [path, create]]) => ({ kind, path, create }))

describe.each(kinds)("a preview of $kind", ({ kind, path, create }) => {
  test("18.8 shows what is saved to anybody who has the link, as its page would, until it is revoked", async () => {
    await create()
    expect((await share(path, { of: "item", id: "1" })).status).toBe(200)
    const address = await addressOn(`${path}/1`)
    const shown = await visitAs("", address)
    expect([shown.status, shown.get("h1").text]).toEqual([200, "Encore secret"])
    expect(shown.get("main").text).toMatch(/^AperçuCette page n’est que pour vous/)
    expect(shown.html).toContain("<strong>Texte</strong>")
    expect(shown.headers.get("x-robots-tag")).toBe("noindex, nofollow")
    expect(shown.headers.get("cache-control")).toContain("no-store")
    expect(shown.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
    // Nothing to like, to comment on or to count.
    expect(shown.html).not.toMatch(/data-episode=|Laisser un commentaire|name="content"/)
    expect((await office.send(path, { intent: "unshare", id: "1" })).status).toBe(200)
    expect((await visitAs("", address)).status).toBe(404)
  })

  test("of a draft shows what stands in it now, however little that is, and the saved item afterwards", async () => {
    await keep(kind, { title: "En chemin" })
    await share(path, { of: "draft", id: "1" })
    const address = await addressOn(`${path}/new?draft=1`)
    expect((await visitAs("", address)).get("h1").text).toBe("En chemin")
    const values = {
      title: "Plus loin",
      content: "**Texte**",
      description: "**Texte**",
      slug: "loin",
      guest: "Awa",
    }
    await keep(kind, { ...values, mediaType: "autre", season: "abc", links: "x" }, { id: "1", version: "1" })
    const later = await visitAs("", address)
    expect([later.status, later.get("h1").text]).toEqual([200, "Plus loin"])
    expect(later.html).toContain("<strong>Texte</strong>")
    const saved = await office.send(path, { intent: "save", draft: "1", ...values, title: "Fini" })
    expect(saved.status).toBe(302)
    expect((await visitAs("", address)).get("h1").text).toBe("Fini")
  })

  test("goes with its item, and with its draft", async () => {
    await create()
    await share(path, { of: "item", id: "1" })
    const address = await addressOn(`${path}/1`)
    await office.send(path, { intent: "delete", id: "1" })
    expect((await visitAs("", address)).status).toBe(404)
    await keep(kind, { title: "En chemin" })
    await share(path, { of: "draft", id: "1" })
    const other = await addressOn(`${path}/new?draft=1`)
    await office.send(path, { intent: "discard", id: "1" })
    expect((await visitAs("", other)).status).toBe(404)
    expect(await db.select().from(previewLinks)).toEqual([])
  })
})

test("a preview of a gallery shows all of its media as the gallery does", async () => {
  const gallery = { mediaType: "image", mediaUrl: "/a.jpg", media: "/b.jpg | Deux\n/c.jpg | Trois" }
  await keep("news", { title: "Galerie", ...gallery })
  await share("/admin/news", { of: "draft", id: "1" })
  const shown = await visitAs("", await addressOn("/admin/news/new?draft=1"))
  expect(
    shown
      .get("main")
      .all("li")
      .map(({ text }) => text),
  ).toEqual(["1 Galerie, 1", "2 Deux Deux", "3 Trois Trois"])
  const tiles = shown.get("main").get("ul").all("a")
  expect(tiles.map(({ attributes }) => attributes.href)).toEqual(["/a.jpg", "/b.jpg", "/c.jpg"])
})

test("a preview of a new episode shows its people as its page will: those who are known, and by name who is not", async () => {
  await createGuest({ name: "Awa Diallo", slug: "awa", role: "Rappeuse", linkUrl: "https://awa.example/" })
  for (const slug of ["ba", "ba-2"]) await createGuest({ name: "Sam Ba", slug, role: "Beatmaker" })
  const people = "awa diallo\nSam Ba\nSam Ba [ba-2]\nzoé\nZoé\n[parti]"
  await keep("episode", { title: "Duo", people })
  await share("/admin/episodes", { of: "draft", id: "1" })
  const shown = (await visitAs("", await addressOn("/admin/episodes/new?draft=1"))).get("main")
  const ring = shown.get("section", { "aria-labelledby": "invites" })
  expect(ring.all("li").map(({ text }) => text.replace(/^\S+ /, ""))).toEqual([
    "Awa Diallo Rappeuse awa.example",
    "Sam Ba",
    "Sam Ba Beatmaker",
    "Zoé",
  ])
  expect(shown.text).toContain("avec Awa Diallo, Sam Ba, Sam Ba et Zoé")
})

test("a preview of a draft has the outline and the duration of a sound of the library", async () => {
  const waveform = Buffer.from(Array.from({ length: 400 }, (_, index) => index % 256)).toString("base64")
  const { key } = await createMedium({ kind: "audio", type: "audio/mpeg", durationMs: 3_723_400, waveform })
  const typed = { title: "Son", audioUrl: mediaAddress(key, "a.mp3") }
  await keep("episode", typed)
  await share("/admin/episodes", { of: "draft", id: "1" })
  const address = await addressOn("/admin/episodes/new?draft=1")
  const shown = await visitAs("", address)
  const labels = shown.all("input").map(({ attributes }) => attributes["aria-label"])
  expect(labels).toContain("Forme d’onde\u00a0: écouter à partir d’ici")
  expect(shown.get("main").text).toContain("1 h 02 ")
  await keep("episode", { ...typed, duration: "10" }, { id: "1", version: "1" })
  expect((await visitAs("", address)).get("main").text).toContain("10 min")
})

test("a link is kept as a digest, made and revoked in the log, and at most twenty times", async () => {
  await createPost(SECRET)
  const answers = []
  for (let count = 0; count < 21; count += 1)
    answers.push(await share("/admin/blog", { of: "item", id: "1" }))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const links = await db.select().from(previewLinks)
  expect(links).toHaveLength(20)
  const address = await addressOn("/admin/blog/1")
  expect(JSON.stringify(links)).not.toContain(address.split("/").at(-1))
  await office.send("/admin/blog", { intent: "unshare", id: "20" })
  const rows = await db.select().from(auditLog).orderBy(auditLog.id)
  expect(rows.filter(({ action }) => action === "share")).toHaveLength(20)
  expect(rows.at(-1)).toMatchObject({ action: "revoke", kind: "post", itemId: "1", title: "Encore secret" })
  expect(JSON.stringify(rows)).not.toContain("/preview/")
})

test.each([
  ["of nothing", { of: "item", id: "9" }, 404],
  ["of no draft", { of: "draft", id: "9" }, 404],
  ["of another thing", { of: "users", id: "1" }, 400],
  ["without number", { of: "item", id: "abc" }, 400],
])("a link is not made %s", async (_what, fields, status) => {
  await createPost()
  expect((await share("/admin/blog", fields)).status).toBe(status)
  expect(await db.select().from(previewLinks)).toEqual([])
})

test.each(["a", "a".repeat(43), "a".repeat(5_000), "%00", "..%2f..", "%ED%A0%80", "é"])(
  "a key that nobody made opens nothing: %s",
  async (key) => {
    for (const address of [`/preview/${key}`, `/preview/${key}.data`]) {
      const { status } = await send(address)
      expect([400, 404, 414]).toContain(status)
    }
  },
)
