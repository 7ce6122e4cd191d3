import { expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { readPage, sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { areCommentsOpen } from "./open-comments.server.ts"

useDatabase()

const CLOSED = "Les commentaires sont fermés."
const comment = (content = "Un commentaire assez long.", parent = "") =>
  sendForm("/episodes/1", {
    ...{ intent: "comment", opened: String(Date.now() - 60_000), website: "" },
    ...{ name: "Awa", email: "awa@cko.test", content, parent },
  })

test.each([
  ["open", 0, "automatic", 4_000, true],
  ["open", 10, "automatic", 9, true],
  ["open", 10, "automatic", 10, false],
  ["open", 10, "open", 400, true],
  ["open", 0, "closed", 0, false],
  ["closed", 0, "automatic", 0, false],
  ["closed", 10, "open", 400, true],
] as const)(
  "29.5 comments of a site that is %s, for %i days, on an episode that says « %s », of %i days: %s",
  async (comments, commentDays, commentsOpen, days, isOpen) => {
    await setSettings("rules", { comments, commentDays })
    const publishedAt = new Date("2026-01-01T10:00Z")
    const now = new Date(publishedAt.getTime() + days * 86_400_000)
    expect(areCommentsOpen({ commentsOpen, publishedAt }, now)).toBe(isOpen)
  },
)

test("29.5 closed comments take none, keep what was typed, and leave the others to be read", async () => {
  await createEpisode()
  expect((await comment("Un premier commentaire.")).status).toBe(302)
  expect((await visit("/episodes/1")).get("main").text).not.toContain(CLOSED)

  await setSettings("rules", { comments: "closed" })
  const page = await visit("/episodes/1")
  expect(page.get("main").text).toContain(CLOSED)
  expect(page.get("main").text).toContain("Un premier commentaire.")
  expect(page.all("textarea", { name: "content" })).toEqual([])
  const refused = await comment("Un second commentaire.")
  expect(refused.status).toBe(403)
  const shown = await readPage(refused)
  expect(shown.get("div", { role: "alert" }).text).toContain(CLOSED)
  expect(shown.get("textarea", { name: "content" }).text).toBe("Un second commentaire.")
  expect(await storedRows("comments")).toHaveLength(1)
  // Nor is anybody subscribed by a comment that was not taken.
  expect(await storedRows("newsletter_subscribers")).toHaveLength(1)
})

test("where comments are closed nobody is offered to reply, and a reply is refused", async () => {
  await createEpisode()
  await comment("Un premier commentaire.")
  const offers = async () =>
    (await visit("/episodes/1?repondre=1")).get("main").all("a", { id: "repondre-1" }).length
  const before = await offers()
  await setSettings("rules", { comments: "closed" })
  expect([before, await offers()]).toEqual([1, 0])
  expect((await comment("Une réponse assez longue.", "1")).status).toBe(403)
  expect(await storedRows("comments")).toHaveLength(1)
})

test("an episode closes by itself, or says otherwise", async () => {
  await createEpisode({ commentsOpen: "closed" })
  expect((await comment()).status).toBe(403)
  await createEpisode({ publishedAt: new Date("2020-01-01T10:00Z") })
  await setSettings("rules", { commentDays: 30 })
  expect((await visit("/episodes/2")).get("main").text).toContain(CLOSED)
  await createEpisode({ publishedAt: new Date("2020-01-01T10:00Z"), commentsOpen: "open" })
  expect((await visit("/episodes/3")).get("main").text).not.toContain(CLOSED)
})

test("how often a visitor may comment is what the rules say, as soon as they do", async () => {
  await createEpisode()
  await setSettings("rules", { commentsPerHour: 2 })
  const statuses = []
  for (const content of ["Un commentaire.", "Deux commentaires.", "Trois commentaires."])
    statuses.push((await comment(content)).status)
  expect(statuses).toEqual([302, 302, 429])
  await setSettings("rules", { commentsPerHour: 30 })
  expect((await comment("Quatre commentaires.")).status).toBe(302)
})
