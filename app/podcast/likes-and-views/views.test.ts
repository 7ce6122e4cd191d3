import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { filledForm, readPage, saveForm, sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { FOREIGN, newAddress } from "#test/visitors.ts"

useDatabase()

const SESSION = "session_1772611200000_abc"
const MOST = 2_147_483_647
let opened = 0
type Sent = { session?: string; view?: string; address?: string }
/** One opening more, from another address, unless told otherwise. */
const open = (
  id: number | string = 1,
  { session = SESSION, view = `o${(opened += 1)}`, address = newAddress() }: Sent = {},
) => sendForm(`/episodes/${id}/view`, { session, view }, { "X-Forwarded-For": address })
const viewsOf = async () => (await storedRows("episodes")).map(({ views }) => views)

test("10.2 an opening counts once, and the answer has all that is live", async () => {
  await createEpisode({ views: 41 })
  await db.execute(sql`insert into likes (episode_id, session_id) values (1, ${SESSION}), (1, 'session_1_b')`)
  const response = await open()
  expect([response.status, await response.json()]).toEqual([200, { views: 42, likes: 2, isLiked: true }])
  expect(await (await open(1, { session: "session_1_c" })).json()).toEqual({
    views: 43,
    likes: 2,
    isLiked: false,
  })
  expect((await visit("/episodes/1")).get("article").text).toContain("43 vues")
})

test("an opening of three hundred at once is counted, exactly", async () => {
  await createEpisode({ views: 500 })
  await createEpisode({ views: 7 })
  const responses = await Promise.all(Array.from({ length: 300 }, () => open()))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(300)
  expect(await viewsOf()).toEqual([800, 7])
})

test("10.2 an opening sent again is one, however often", async () => {
  await createEpisode()
  const responses = await Promise.all(Array.from({ length: 300 }, () => open(1, { view: "same" })))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await viewsOf()).toEqual([1])
  // A page that was made before openings had names.
  for (let n = 0; n < 3; n += 1) await open(1, { view: "" })
  expect(await viewsOf()).toEqual([2])
})

test("10.2, 21 an opening of an episode counts twenty times an hour for a network, and for each other one", async () => {
  await createEpisode()
  await createEpisode()
  const from = (n: number) => ({ session: `session_1_${n}`, address: `2001:db8:7:7::${n.toString(16)}` })
  const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => open(1, from(n))))
  expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(await viewsOf()).toEqual([20, 0])
  expect(await (await open(1, from(31))).json()).toMatchObject({ views: 20 })
  await open(2, from(32))
  await open(1, { address: "2001:db8:7:8::1" })
  expect((await viewsOf()).toSorted()).toEqual([1, 21])
  await db.execute(sql`update rate_limits set expire = 1`)
  expect(await (await open(1, from(33))).json()).toMatchObject({ views: 22 })
})

test("an opening sent again takes nothing of what its network may count", async () => {
  await createEpisode()
  for (let n = 0; n < 25; n += 1) await open(1, { view: "same", address: "192.0.2.1" })
  for (let n = 0; n < 25; n += 1) await open(1, { address: "192.0.2.1" })
  expect(await viewsOf()).toEqual([20])
})

test("an opening is no edit", async () => {
  await createEpisode()
  const [before] = await storedRows("episodes")
  await open()
  expect((await storedRows("episodes"))[0]).toEqual({ ...before, views: 1 })
})

test.each([
  [MOST - 1, MOST],
  [MOST, MOST],
])("an opening after %d is %d", async (before, after) => {
  await createEpisode({ views: before })
  const response = await open()
  expect([response.status, (await response.json()).views]).toEqual([200, after])
  expect(await viewsOf()).toEqual([after])
})

test.each(["2", "3", "99", "0", "abc", "99999999999"])(
  "an opening of the episode %s counts nothing",
  async (id) => {
    await createEpisode()
    await createEpisode({ isPublished: false })
    await createEpisode({ publishedAt: new Date(Date.now() + 86_400_000) })
    const response = await open(id)
    expect([response.status, await response.json()]).toEqual([404, { error: "Épisode non trouvé" }])
    expect(await viewsOf()).toEqual([0, 0, 0])
  },
)

test("an opening of a draft by an admin counts nothing either", async () => {
  await createEpisode({ isPublished: false })
  const cookie = await signInAsNew("admin")
  expect((await visitAs(cookie, "/episodes/1")).status).toBe(200)
  const response = await sendForm("/episodes/1/view", { session: SESSION, view: "a" }, { cookie })
  expect(response.status).toBe(404)
  expect(await viewsOf()).toEqual([0])
})

test("an opening is told by the browser: pages, robots and addresses count nothing", async () => {
  await createEpisode()
  for (const path of ["/episodes/1", "/episodes/1.data", "/episodes"]) await send(path)
  const response = await send("/episodes/1/view")
  expect([response.status, response.headers.get("location")]).toEqual([302, "/episodes/1"])
  expect(await viewsOf()).toEqual([0])
})

test.each(["", "abc", "session_1_a b", `session_1_${"a".repeat(65)}`])(
  "an opening by the session %j counts nothing",
  async (session) => {
    await createEpisode()
    const response = await open(1, { session })
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      "L’identifiant de session n’est pas valide",
    ])
    expect(await viewsOf()).toEqual([0])
  },
)

test.each(FOREIGN)("an opening from another site counts nothing: %o", async (headers) => {
  await createEpisode()
  const response = await send("/episodes/1/view", {
    method: "POST",
    body: new URLSearchParams({ session: SESSION }),
    headers,
  })
  expect(response.status).toBe(403)
  expect(await viewsOf()).toEqual([0])
})

describe("an admin who edits the episode", () => {
  const PATH = "/admin/episodes"
  let cookie = ""

  beforeEach(async () => {
    cookie = await signInAsNew("admin")
    await createEpisode({ title: "Un titre", views: 100 })
  })

  const openForm = async () => filledForm(saveForm(await visitAs(cookie, `${PATH}/1`)))
  const save = (fields: Record<string, string>) => sendForm(`${PATH}/1`, fields, { cookie })

  test("3.1 an admin who edits the episode and leaves the views alone keeps those counted meanwhile", async () => {
    const form = await openForm()
    expect(form.views).toBe("100")
    await open()
    await open()
    expect((await save({ ...form, title: "Un autre titre" })).status).toBe(302)
    expect(await storedRows("episodes")).toMatchObject([{ title: "Un autre titre", views: 102 }])
  })

  test("an admin who edits the episode and changes them sets them", async () => {
    const form = await openForm()
    await open()
    expect((await save({ ...form, views: "2700000" })).status).toBe(302)
    expect(await viewsOf()).toEqual([2_700_000])
  })

  test("an admin who edits the episode finds the form saved again without being stale, however often it was opened", async () => {
    const form = await openForm()
    await Promise.all(Array.from({ length: 10 }, () => open()))
    expect((await save(form)).status).toBe(302)
    expect(await viewsOf()).toEqual([110])
  })

  test("an admin who edits the episode keeps the count when the form comes back with an error and is saved then", async () => {
    const form = await openForm()
    await open()
    const refused = await save({ ...form, title: "" })
    expect(refused.status).toBe(400)
    const again = filledForm(saveForm(await readPage(refused)))
    await open()
    expect((await save({ ...again, title: "Un autre titre" })).status).toBe(302)
    expect(await viewsOf()).toEqual([102])
  })
})
