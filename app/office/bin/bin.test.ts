import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { erasePersonalData } from "#app/audience/personal-data/personal-data.server.ts"
import { db } from "#app/db/client.server.ts"
import { emptyTables, madeOnce, openTestDatabase } from "#test/database.ts"
import { readEveryTable } from "#test/every-table.ts"
import { createPost, storedRows } from "#test/factories.ts"
import { fillOffice } from "#test/filled-office.ts"
import { setSettings } from "#test/site-settings.ts"
import { createComment } from "#test/visitors.ts"
import { createUser, followAs, openSession, sendForm, visitAs } from "#test/people.ts"

const BIN = "/admin/bin"
let cookie = ""
let admin: { id: string }

beforeAll(openTestDatabase)
const fill = madeOnce(async () => {
  admin = await createUser("admin", "awa@cko.test")
  cookie = await openSession(admin)
  await fillOffice("awa@cko.test")
  await emptyTables("bin")
  await db.execute(
    sql`insert into likes (episode_id, session_id) values (1, gen_random_uuid()), (1, gen_random_uuid())`,
  )
  await db.execute(sql`insert into audience_days values ('2026-11-01', 'downloads', 1, '0', 4)`)
  await db.execute(sql`insert into audience_months values ('2024-01-01', 'downloads', 1, '', 5)`)
  await db.execute(sql`update episode_counts set views = 7, downloads = 9 where episode_id = 1`)
  await db.execute(sql`insert into media_files (medium_id, role, name, type, bytes, sha256, path)
    values (3, 'main', 'main', 'image/png', 9, ${"a".repeat(64)}, 'media/second/main')`)
  await db.execute(sql`insert into episode_guests (episode_id, guest_id, position) values (1, 1, 0)`)
})
beforeEach(fill)

/** All there is, but for what only an action itself changes. */
async function everything() {
  const tables = await readEveryTable()
  return { ...tables, ...CHANGING }
}
const CHANGING = { audit_log: [], bin: [], sequences: [], search_uncounted: [], secrets: [] }

const DELETIONS: [kind: string, path: string, fields: Record<string, string>][] = [
  ["episode", "/admin/episodes", { intent: "delete", id: "1" }],
  ["guest", "/admin/guests", { intent: "delete", id: "1" }],
  ["news", "/admin/news", { intent: "delete", id: "1" }],
  ["post", "/admin/blog", { intent: "delete", id: "1" }],
  ["page", "/admin/pages", { intent: "delete", id: "1" }],
  ["redirect", "/admin/redirects", { intent: "delete", id: "1" }],
  ["letter", "/admin/letters", { intent: "delete", id: "1" }],
  ["medium", "/admin/media", { intent: "delete", ids: "1" }],
  ["medium", "/admin/media/3", { intent: "delete-used", id: "3" }],
  ["message", "/admin/messages", { intent: "delete", ids: "2" }],
  ["comment", "/admin/comments", { intent: "delete", ids: "2" }],
  ["comment", "/admin/comments", { intent: "delete", ids: "1" }],
]

const press = (fields: Record<string, string>) => sendForm(BIN, fields, { cookie })

describe("what is deleted", () => {
  test.each(DELETIONS)(
    "31.7 comes back with all that hung on it: %s at %s %j",
    async (kind, path, fields) => {
      const before = await everything()
      expect((await sendForm(path, fields, { cookie })).status).toBeLessThan(400)
      expect(await everything()).not.toEqual(before)
      expect(await storedRows("bin")).toMatchObject([{ kind, deleted_by: admin.id }])
      expect((await press({ intent: "restore", id: "1" })).status).toBeLessThan(400)
      expect(await storedRows("bin")).toEqual([])
      expect(await everything()).toEqual(before)
      const [deleted, restored] = (await storedRows("audit_log")).slice(-2)
      expect([deleted?.action, restored?.action]).toEqual(["delete", "restore"])
      // Nothing of what visitors wrote.
      expect(restored?.title).toBe(deleted?.title)
    },
  )
})

describe("what is asked before", () => {
  const DAYS = "45\u00a0jours"
  test.each([
    ["/admin/episodes?action=delete&id=1", `Il ira à la corbeille pendant ${DAYS}.`],
    ["/admin/guests?action=delete&id=1", `Elle ira à la corbeille pendant ${DAYS}.`],
    ["/admin/news?action=delete&id=1", `Elle ira à la corbeille pendant ${DAYS}.`],
    ["/admin/blog?action=delete&id=1", `Il ira à la corbeille pendant ${DAYS}.`],
    ["/admin/pages?action=delete&id=1", `Elle ira à la corbeille pendant ${DAYS}.`],
    ["/admin/redirects?action=delete&id=1", `Elle ira à la corbeille pendant ${DAYS}.`],
    ["/admin/letters?action=delete&id=1", `Elle ira à la corbeille pendant ${DAYS}.`],
    ["/admin/media?action=delete&ids=1&ids=3", `Ils iront à la corbeille pendant ${DAYS}.`],
    ["/admin/messages?action=delete&id=2", `Il ira à la corbeille pendant ${DAYS}.`],
    ["/admin/comments?action=delete&ids=2", `Il ira à la corbeille pendant ${DAYS}.`],
    ["/admin/comments?action=delete-author&id=2", `Ils iront à la corbeille pendant ${DAYS}.`],
    ["/episodes/1?action=delete-comment&id=2", `Il ira à la corbeille pendant ${DAYS}.`],
    ["/admin/blog?action=delete&ids=1&ids=2", `Ils iront à la corbeille pendant ${DAYS}.`],
    ["/admin/blog?action=delete&upTo=2", `Ils iront à la corbeille pendant ${DAYS}.`],
    ["/admin/news?action=delete&ids=1", `Elle ira à la corbeille pendant ${DAYS}.`],
    // There is no bin for it.
    [`${BIN}?action=delete&id=1`, "définiti"],
  ])("15.6 says where that goes, and for how long: %s", async (address, said) => {
    await setSettings("retention", { binDays: 45 })
    if (address.startsWith(BIN)) await sendForm("/admin/blog", { intent: "delete", id: "1" }, { cookie })
    const asked = await visitAs(cookie, address)
    const { text } = asked.get("section", { class: "question" })
    expect(text).toContain(said)
    expect(text.includes("définiti")).toBe(said === "définiti")
  })
})

describe("the bin", () => {
  const list = async (address = BIN) => {
    const page = await visitAs(cookie, address)
    return {
      page,
      rows: page
        .get("main")
        .all("li", { class: "work-row" })
        .map((row) => row.text),
    }
  }
  const deletePost = (id = "1") => sendForm("/admin/blog", { intent: "delete", id }, { cookie })

  test("31.7 lists what was deleted, by whom and when, by kind", async () => {
    expect((await list()).page.text).toContain("La corbeille est vide.")
    await deletePost()
    await sendForm("/admin/comments", { intent: "delete", ids: "2" }, { cookie })
    const { rows } = await list()
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatch(/Article · supprimé à l’instant par awa@cko\.test/)
    expect((await list(`${BIN}?kind=comment`)).rows).toHaveLength(1)
    expect((await list(`${BIN}?kind=nothing`)).rows).toEqual([])
  })

  test("the toast of a deletion brings it back", async () => {
    const deleted = await sendForm("/admin/blog", { intent: "delete", id: "1" }, { cookie })
    const shown = await followAs(cookie, deleted, "/admin/blog")
    expect(shown.get("form", { action: BIN }).text).toContain("Annuler")
    const restored = await followAs(cookie, await press({ intent: "restore", id: "1" }))
    expect(restored.text).toContain("Restauré")
  })

  test.each(["episodes", "guests", "news", "blog", "pages", "redirects", "letters"])(
    "what came back can be opened from the toast: %s",
    async (path) => {
      await sendForm(`/admin/${path}`, { intent: "delete", id: "1" }, { cookie })
      const page = await followAs(cookie, await press({ intent: "restore", id: "1" }))
      const [link] = page.all("a").filter(({ text }) => text === "Ouvrir")
      const opened = await visitAs(cookie, link?.attributes.href ?? "")
      expect([200, 302]).toContain(opened.status)
    },
  )

  test("a toast leads to it where several were deleted at once", async () => {
    const deleted = await sendForm("/admin/blog", { intent: "delete", ids: "1,2" }, { cookie })
    const page = await followAs(cookie, deleted, "/admin/blog")
    expect(page.all("a").filter(({ text }) => text === "Voir la corbeille")).toHaveLength(1)
  })

  test("a page of comments is kept in one go", async () => {
    for (let n = 0; n < 20; n += 1) await createComment(1)
    const ids = Array.from({ length: 20 }, (_, n) => n + 4).join(",")
    expect((await sendForm("/admin/comments", { intent: "delete", ids }, { cookie })).status).toBeLessThan(
      400,
    )
    expect(await storedRows("bin")).toHaveLength(20)
  })

  test("says so when an address is taken by now, and loses nothing", async () => {
    const [post] = await storedRows("blog_posts")
    await deletePost()
    await createPost({ slug: String(post?.slug) })
    const answer = await press({ intent: "restore", id: "1" })
    expect(answer.status).toBe(409)
    expect(await storedRows("bin")).toHaveLength(1)
    expect(await storedRows("blog_posts")).toHaveLength(2)
  })

  test("a comment whose episode is gone does not come back by itself, and does with it", async () => {
    await sendForm("/admin/comments", { intent: "delete", ids: "2" }, { cookie })
    await sendForm("/admin/episodes", { intent: "delete", id: "1" }, { cookie })
    expect((await press({ intent: "restore", id: "1" })).status).toBe(409)
    expect((await press({ intent: "restore", id: "2" })).status).toBeLessThan(400)
    expect((await press({ intent: "restore", id: "1" })).status).toBeLessThan(400)
    expect(await storedRows("comments")).toHaveLength(3)
  })

  test("references to what is gone by now are emptied", async () => {
    await sendForm("/admin/episodes", { intent: "delete", id: "900" }, { cookie })
    await db.execute(sql`delete from media where id = 3`)
    expect((await press({ intent: "restore", id: "1" })).status).toBeLessThan(400)
    expect(await storedRows("file_copies")).toMatchObject([{}, {}, { medium_id: null }])
  })

  test("is emptied one by one, after a question", async () => {
    await deletePost()
    const asked = await visitAs(cookie, `${BIN}?action=delete&id=1`)
    expect(asked.get("main").text).toContain("Supprimer définitivement")
    expect((await press({ intent: "delete", id: "1" })).status).toBeLessThan(400)
    expect(await storedRows("bin")).toEqual([])
    expect((await press({ intent: "delete", id: "1" })).status).toBe(404)
    expect((await press({ intent: "restore", id: "1" })).status).toBe(404)
  })

  test("moderators bring back comments, and nothing else", async () => {
    await deletePost()
    await sendForm("/admin/comments", { intent: "delete", ids: "2" }, { cookie })
    const theirs = await openSession(await createUser("moderator", "sam@cko.test"))
    const page = await visitAs(theirs, BIN)
    expect(page.get("main").all("li", { class: "work-row" })).toHaveLength(1)
    expect((await sendForm(BIN, { intent: "restore", id: "1" }, { cookie: theirs })).status).toBe(404)
    expect((await sendForm(BIN, { intent: "restore", id: "2" }, { cookie: theirs })).status).toBeLessThan(400)
  })

  test("what is about somebody who is erased waits nowhere", async () => {
    const [, { author_email: email = "" } = {}] = await storedRows("comments")
    await sendForm("/admin/comments", { intent: "delete", ids: "2" }, { cookie })
    await sendForm("/admin/episodes", { intent: "delete", id: "1" }, { cookie })
    await sendForm("/admin/messages", { intent: "delete", ids: "1" }, { cookie })
    await erasePersonalData(String(email), admin.id)
    await erasePersonalData("victime@cko.test", admin.id)
    const left = await storedRows("bin")
    expect(left.map(({ kind }) => kind)).toEqual(["episode"])
    expect(JSON.stringify(left)).not.toContain(String(email))
    expect((await press({ intent: "restore", id: "2" })).status).toBeLessThan(400)
    // What others wrote, and the podcast answered, is still there.
    expect((await storedRows("comments")).map(({ id }) => id)).toEqual([1, 3])
  })

  test.each([
    { intent: "restore", id: "9999999999" },
    { intent: "restore", id: "x" },
    { intent: "delete", id: "" },
  ])("nothing is there at %j", async (fields) => {
    expect((await press(fields)).status).toBe(404)
  })
})
