import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { filledForm, sendForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { COMMENT, FOREIGN, honeypotFields, newAddress, sendComment, commentForm } from "#test/visitors.ts"

useDatabase()
beforeEach(async () => {
  await createEpisode()
})

const alertOf = async (response: Response) => (await commentForm(response)).get("div", { role: "alert" }).text
const { name, email, content } = COMMENT
/** Other words each time. */
const sendMany = (count: number, from: string, start = 0) =>
  Array.from({ length: count }, (_, n) =>
    sendComment(1, { content: `Commentaire numéro ${start + n}` }, from),
  )

test("8.2 the same words twice are one comment, for whose author all is well", async () => {
  const responses = [
    await sendComment(1),
    await sendComment(1, { content: ` ${content}\r\n`, name: "Autre" }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([302, 302])
  expect(await storedRows("comments")).toMatchObject([{ author_name: name, content }])
})

test("the same words twenty times at once are one comment, one subscription and one mail", async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => sendComment(1)))
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(302))
  for (const table of ["comments", "newsletter_subscribers", "mails"]) {
    expect(await storedRows(table)).toHaveLength(1)
  }
})

test("the same words of others, or elsewhere, are comments of their own", async () => {
  await createEpisode()
  await sendComment(1)
  await sendComment(1, { email: "bob@cko.test" })
  await sendComment(2)
  await sendComment(1, { content: content.toUpperCase() })
  expect(await storedRows("comments")).toHaveLength(4)
  expect(await storedRows("newsletter_subscribers")).toHaveLength(2)
})

test("other words at once are all kept", async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => sendComment(1, { content: `Mon commentaire numéro ${n}` })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(302))
  const kept = (await storedRows("comments")).map((row) => row.content)
  expect(new Set(kept).size).toBe(20)
  expect(await storedRows("mails")).toHaveLength(1)
})

test.each(["comments", "newsletter_subscribers", "mails", "blocks", "rate_limits"])(
  "when something fails without %s nothing is stored, and everything typed is kept",
  async (table) => {
    const response = await withoutTable(table, () => sendComment(1))
    expect(response.status).toBe(500)
    const form = await commentForm(response)
    expect(form.get("div", { role: "alert" }).text).toBe("Erreur Impossible de poster le commentaire")
    expect(filledForm(form)).toMatchObject({ name, email, content })
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    for (const kept of ["comments", "newsletter_subscribers", "mails"]) {
      expect(await storedRows(kept)).toEqual([])
    }
    expect((await sendComment(1)).status).toBe(302)
  },
)

describe("a machine", () => {
  const BOT =
    "Erreur Impossible de poster le commentaire. Cet envoi ressemble à celui d’un robot. Envoyez-le encore une fois."
  const FAST =
    "Erreur Impossible de poster le commentaire. Cet envoi est arrivé trop vite. Attendez deux secondes, puis envoyez à nouveau."

  test.each<[string, () => Record<string, string>, string]>([
    ["that fills in everything", () => ({ website: "https://spam.example" }), BOT],
    ["that is too fast", () => ({ opened: String(Date.now()) }), FAST],
    ["that comes from the future", () => ({ opened: String(Date.now() + 3_600_000) }), FAST],
    ["that says nothing of when", () => ({ opened: "" }), FAST],
    ["that says nonsense of when", () => ({ opened: "hier" }), FAST],
  ])(
    "19.4 a machine %s is refused, and a person taken for one keeps their words",
    async (_, fields, text) => {
      const response = await sendComment(1, fields())
      expect(response.status).toBe(400)
      const form = await commentForm(response)
      expect(form.get("div", { role: "alert" }).text).toBe(text)
      expect(filledForm(form)).toMatchObject({ name, email, content, website: "" })
      expect(await storedRows("comments")).toEqual([])
    },
  )

  test("a machine that leaves the field out is refused", async () => {
    const response = await sendForm("/episodes/1", COMMENT, { "X-Forwarded-For": newAddress() })
    expect([response.status, await alertOf(response)]).toEqual([400, FAST])
  })

  test("a machine from another site is refused", async () => {
    for (const headers of FOREIGN) {
      for (const path of ["/episodes/1", "/episodes/1.data"]) {
        const response = await send(path, {
          method: "POST",
          body: new URLSearchParams({ ...honeypotFields(), ...COMMENT }),
          headers,
        })
        expect(response.status).toBe(403)
      }
    }
    expect(await storedRows("comments")).toEqual([])
  })

  test.each(["autre", ""])("a machine that wants %j gets no comment that is none", async (intent) => {
    const response = await sendComment(1, { intent, content: "" })
    expect(response.status).toBe(400)
    expect(await storedRows("comments")).toEqual([])
  })
})

test("21 one address may comment five times a minute", async () => {
  const address = newAddress()
  const responses = await Promise.all(sendMany(5, address))
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(302))
  const refused = await sendComment(1, {}, address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60)
  const form = await commentForm(refused)
  expect(form.get("div", { role: "alert" }).text).toMatch(
    /^Erreur Impossible de poster le commentaire\. Trop de tentatives\. Réessayez dans (1 minute|1 seconde|\d\d? secondes)\.$/,
  )
  expect(filledForm(form)).toMatchObject({ name, email, content })
  expect((await sendComment(1, { content: "Je viens d’ailleurs" })).status).toBe(302)
  expect(await storedRows("comments")).toHaveLength(6)

  await db.execute(sql`update rate_limits set expire = 1 where key like 'comment-minute%'`)
  expect((await sendComment(1, {}, address)).status).toBe(302)
})

test("one address may comment thirty times an hour", async () => {
  const address = newAddress()
  await Promise.all(sendMany(1, address))
  await db.execute(sql`update rate_limits set points = 29 where key like 'comment-hour%'`)
  const [taken] = await Promise.all(sendMany(1, address, 1))
  const refused = await sendComment(1, {}, address)
  expect([taken?.status, refused.status]).toEqual([302, 429])
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000)
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3_600)
  expect(await alertOf(refused)).toMatch(
    /^Erreur Impossible de poster le commentaire\. Trop de tentatives\. Réessayez dans \d\d minutes\.$/,
  )
  expect(await storedRows("comments")).toHaveLength(2)
})

test("one address is not told off for what was refused", async () => {
  const address = newAddress()
  for (let n = 0; n < 8; n += 1)
    expect((await sendComment(1, { content: "Court" }, address)).status).toBe(400)
  expect((await sendComment(1, {}, address)).status).toBe(302)
})

test("26.2 one address is stored nowhere", async () => {
  await sendComment(1, {}, "203.0.113.77")
  const { rows } = await db.execute(sql`select string_agg(r::text, ' ') as all_rows from rate_limits r`)
  expect(JSON.stringify(rows)).toContain("comment-minute")
  expect(JSON.stringify(rows)).not.toContain("203.0.113")
})
