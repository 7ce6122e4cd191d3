import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { sendForm } from "#test/people.ts"
import { FOREIGN, newAddress } from "#test/visitors.ts"

useDatabase()
beforeEach(async () => {
  await createEpisode()
})

const sessionOf = (n: number) => `session_1772611200000_abc${n}`
const post = (fields: Record<string, string>, path = "/episodes/1/like", address = newAddress()) =>
  sendForm(path, fields, { "X-Forwarded-For": address })
const like = (n = 1, path?: string, address?: string) =>
  post({ session: sessionOf(n), intent: "like" }, path, address)
const unlike = (n = 1, path?: string) => post({ session: sessionOf(n), intent: "unlike" }, path)
const responseOf = async (response: Response) => [response.status, await response.json()]

test("10.1 a like is given and taken back, and the answer says what is true then", async () => {
  expect(await responseOf(await like(1))).toEqual([200, { likes: 1, isLiked: true }])
  expect(await responseOf(await like(2))).toEqual([200, { likes: 2, isLiked: true }])
  expect(await responseOf(await unlike(1))).toEqual([200, { likes: 1, isLiked: false }])
  expect(await storedRows("likes")).toMatchObject([{ episode_id: 1, session_id: sessionOf(2) }])
})

test("10.1 a like said twice is one, and so is its end", async () => {
  await like()
  expect(await responseOf(await like())).toEqual([200, { likes: 1, isLiked: true }])
  await unlike()
  expect(await responseOf(await unlike())).toEqual([200, { likes: 0, isLiked: false }])
})

test("a like of one browser fifty times at once is one", async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => like()))
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await storedRows("likes")).toHaveLength(1)
})

test("a like of fifty browsers at once is fifty", async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => like(n)))
  expect(await responseOf(await like(0))).toEqual([200, { likes: 50, isLiked: true }])
})

test("a like is one episode's, and no edit of it", async () => {
  await createEpisode()
  const [before] = await storedRows("episodes")
  await like(1)
  await like(1, "/episodes/2/like")
  await like(2, "/episodes/2/like")
  const [one, two] = [await visit("/episodes/1"), await visit("/episodes/2")]
  const buttonOf = (page: typeof one) => page.all("button").find(({ text }) => text.startsWith("J’aime"))
  expect([buttonOf(one)?.text, buttonOf(two)?.text]).toEqual(["J’aime 1", "J’aime 2"])
  // Whose likes they are is unknown before the page runs.
  expect(buttonOf(one)?.attributes).toMatchObject({ "aria-pressed": "false", disabled: "" })
  expect((await storedRows("episodes"))[0]).toEqual({ ...before, likes: 1 })
})

test("a like goes with its episode", async () => {
  await like()
  await db.execute(sql`delete from episodes`)
  expect(await storedRows("likes")).toEqual([])
})

test("a like does nothing by its address alone", async () => {
  const response = await send(`/episodes/1/like?session=${sessionOf(1)}&intent=like`)
  expect([response.status, response.headers.get("location")]).toEqual([302, "/episodes/1"])
  expect(await storedRows("likes")).toEqual([])
})

describe("a like is refused", () => {
  const random = "a".repeat(64)

  test.each([
    "",
    "abc",
    "session_",
    "session_1_",
    "session__a",
    "session_1_a b",
    "session_1_é",
    "session_1_a\n",
    "session_1_a'--",
    `session_1_${random}a`,
    `session_${"1".repeat(17)}_a`,
    "a session_1_a",
  ])("a like is refused of the session %j", async (session) => {
    const [status, response] = await responseOf(await post({ session, intent: "like" }))
    expect([status, response]).toEqual([400, { error: "L’identifiant de session n’est pas valide" }])
    expect(await storedRows("likes")).toEqual([])
  })

  test.each([
    ["no session", { intent: "like" }],
    ["no intent", { session: sessionOf(1) }],
    ["another intent", { session: sessionOf(1), intent: "love" }],
  ])("a like is refused with %s", async (_, fields: Record<string, string>) => {
    expect((await post(fields)).status).toBe(400)
    expect(await storedRows("likes")).toEqual([])
  })

  test("a like is refused with the longest session it is not", async () => {
    const response = await post({ session: `session_${"1".repeat(16)}_${random}`, intent: "like" })
    expect(response.status).toBe(200)
  })

  test.each(["2", "3", "99", "0", "-1", "abc", "99999999999"])(
    "a like is refused of the episode %s",
    async (id) => {
      await createEpisode({ isPublished: false })
      await createEpisode({ publishedAt: new Date(Date.now() + 86_400_000) })
      for (const response of [
        await like(1, `/episodes/${id}/like`),
        await unlike(1, `/episodes/${id}/like`),
      ]) {
        expect(await responseOf(response)).toEqual([404, { error: "Épisode non trouvé" }])
      }
      expect(await storedRows("likes")).toEqual([])
    },
  )

  test("a like is refused that another site sends", async () => {
    for (const headers of FOREIGN) {
      const response = await send("/episodes/1/like", {
        method: "POST",
        body: new URLSearchParams({ session: sessionOf(1), intent: "like" }),
        headers,
      })
      expect(response.status).toBe(403)
    }
    expect(await storedRows("likes")).toEqual([])
  })

  test("a like is refused that is no form", async () => {
    const response = await send("/episodes/1/like", { method: "POST", body: "{}" })
    expect(response.status).toBe(415)
  })

  test("21 a like is refused after sixty clicks a minute from one address, from which another browser is refused too", async () => {
    const address = newAddress()
    const clicks = Array.from({ length: 61 }, (_, n) =>
      post({ session: sessionOf(n), intent: "unlike" }, undefined, address),
    )
    const responses = await Promise.all(clicks)
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(refused).toHaveLength(1)
    const wait = Number(refused[0]?.headers.get("retry-after"))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(await refused[0]?.text()).toMatch(/"Trop de tentatives\. Réessayez dans \d+ (secondes?|minute)\."/)
    expect((await like(61)).status).toBe(200)
    await db.execute(sql`update rate_limits set expire = 1`)
    expect((await like(62, undefined, address)).status).toBe(200)
  })

  test("a like is refused by invented sessions, after twenty of one episode an hour from one network; others and other episodes are free", async () => {
    await createEpisode()
    const network = (n: number) => `2001:db8:7:7::${n.toString(16)}`
    const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => like(n, undefined, network(n))))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(await storedRows("likes")).toHaveLength(20)
    expect((await like(1, "/episodes/2/like", network(31))).status).toBe(200)
    expect((await like(40)).status).toBe(200)
    const taken = post({ session: sessionOf(1), intent: "unlike" }, undefined, network(32))
    expect((await taken).status).toBe(200)
  })
})
