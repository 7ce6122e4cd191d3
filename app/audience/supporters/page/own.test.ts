import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { loadLinks } from "#app/audience/newsletter/newsletter-links.server.ts"
import { db } from "#app/db/client.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createLevel, createMedium, storedRows } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { useOutbox } from "#test/outbox.ts"
import { readPage, sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { botFields, brokenKeys, newAddress, sendVisitorForm } from "#test/visitors.ts"
import { feedKeyOf } from "../feed/supporter-keys.server.ts"

const EMAIL = "awa@cko.test"
const HOUR_MS = 3_600_000

useDatabase()
const outbox = useOutbox()
afterEach(() => {
  vi.useRealTimers()
})
let awa = { id: 0, feedNumber: 0 }
beforeEach(async () => {
  const { id: levelId } = await createLevel({ name: "Mécène", rank: 2 })
  awa = await createSupporter({ email: EMAIL, name: "Awa", levelId, until: "2035-12-31" })
})

async function createSupporter(values: typeof supporters.$inferInsert) {
  const [made] = await db.insert(supporters).values(values).returning()
  if (!made) throw new Error("the row was not inserted")
  return made
}

const setTime = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })
const ask = (email = EMAIL, address = newAddress()) =>
  sendVisitorForm("/soutiens", { intent: "link", email }, address)
async function askedLink(email = EMAIL) {
  await ask(email)
  return outbox.link("/soutiens/lien")
}

/** What a browser sends back, of what it got. */
const cookieOf = (response: Response) =>
  /^cko_soutien=[^;]*/.exec(response.headers.get("set-cookie") ?? "")?.[0]
const open = async (email = EMAIL) => cookieOf(await sendForm(await askedLink(email), {})) ?? ""
const see = async (cookie: string, query = "") =>
  readPage(await send(`/soutiens${query}`, { headers: { Cookie: cookie } }))
const act = (cookie: string, intent: string) => sendForm("/soutiens", { intent }, { Cookie: cookie })
const titleFor = async (cookie: string) => (await see(cookie)).get("h1").text

describe("56.1 a link by mail", () => {
  test("is asked for on a page that is nobody's, and nobody keeps", async () => {
    const response = await send("/soutiens")
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    const page = await readPage(response)
    expect(page.get("h1").text).toBe("Espace des soutiens")
    expect(page.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
    expect(page.get("main").get("form").text).toContain("Recevoir mon lien")
  })

  test("leaves for a supporter alone, and the page says the same to everybody", async () => {
    const answers = []
    for (const email of ["inconnue@cko.test", " AWA@cko.test "])
      answers.push((await readPage(await ask(email))).get("main").text)
    expect(answers[0]).toContain("Si cette adresse est celle d’un soutien, un lien vient de partir.")
    expect(answers[1]).toBe(answers[0])
    expect((await outbox.mails()).map(({ headers }) => headers.to)).toEqual([EMAIL])
  })

  test("refuses what is no address, what robots send, and more than a few", async () => {
    for (const email of ["", "%00", "\0@cko.test", `${"a".repeat(250)}@cko.test`])
      expect([email, (await ask(email)).status]).toEqual([email, 400])
    expect((await ask("a".repeat(100_000))).status).toBe(413)
    for (const fields of botFields())
      expect((await sendVisitorForm("/soutiens", { ...fields, intent: "link", email: EMAIL })).status).toBe(
        400,
      )
    await setSettings("rules", { subscriptionsPerHour: 2 })
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await ask("autre@cko.test", "198.51.100.7")).status)
    expect(statuses).toEqual([200, 200, 429])
    for (let n = 0; n < 5; n += 1) await ask()
    expect(await outbox.mails()).toHaveLength(3)
  })

  test("uses nothing up by being looked at, opens the page once, and leads back there on this device", async () => {
    const link = await askedLink()
    for (let n = 0; n < 2; n += 1)
      expect((await readPage(await send(link))).get("main").get("form").text).toBe("Ouvrir mon espace")
    const opened = await sendForm(link, {})
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/soutiens"])
    const set = opened.headers.getSetCookie()
    expect(set.map((one) => /Path=([^;]*)/.exec(one)?.[1])).toEqual(["/soutiens", "/soutiens.data"])
    for (const one of set)
      expect(one).toMatch(/^cko_soutien=.*Max-Age=7776000;.*HttpOnly; Secure; SameSite=Lax$/)
    const again = await sendForm(link, {})
    expect([again.status, cookieOf(again), (await readPage(again)).get("h1").text]).toEqual([
      404,
      undefined,
      "Lien expiré",
    ])
    expect((await send(link)).status).toBe(404)
    const cookie = cookieOf(opened) ?? ""
    expect((await send(link, { headers: { Cookie: cookie } })).headers.get("location")).toBe("/soutiens")
  })

  test("of two clicks at once one opens the page", async () => {
    const link = await askedLink()
    const both = await Promise.all([1, 2].map(() => sendForm(link, {})))
    expect(both.map(({ status }) => status).toSorted()).toEqual([302, 404])
    expect(await storedRows("supporters")).toMatchObject([{ link_number: 2 }])
  })

  test("is void after an hour, once another was used, and once the feed is another one", async () => {
    const [first, second, third] = [await askedLink(), await askedLink(), await askedLink()]
    await db.update(supporters).set({ feedNumber: 2 }).where(eq(supporters.id, awa.id))
    expect((await send(first)).status).toBe(404)
    await db.update(supporters).set({ feedNumber: 1 }).where(eq(supporters.id, awa.id))
    setTime(HOUR_MS - 10_000)
    expect((await sendForm(second, {})).status).toBe(302)
    expect((await sendForm(third, {})).status).toBe(404)
    vi.useRealTimers()
    await db.update(supporters).set({ linkNumber: 1 }).where(eq(supporters.id, awa.id))
    expect((await send(third)).status).toBe(200)
    setTime(HOUR_MS)
    expect((await send(third)).status).toBe(404)
  })

  test("is nobody else's, and no other key is one", async () => {
    const other = await createSupporter({ email: "lea@cko.test" })
    const key = new URL(await askedLink(), PUBLIC_URL).searchParams.get("key") ?? ""
    const newsletter = new URL((await loadLinks()).toPreferences(awa.id)).searchParams.get("key") ?? ""
    const forged = [
      ...brokenKeys(key),
      ...[newsletter, await feedKeyOf(awa), `${Date.now()}.${await feedKeyOf(awa)}`],
      ...[key.replace(`.${awa.id}-`, `.${other.id}-`), key.replace(/^\d/, "9"), "a".repeat(100_000)],
      `9999999999999.${"9".repeat(30)}-x`,
    ]
    for (const one of forged.filter((given) => given !== key)) {
      const path = `/soutiens/lien?key=${encodeURIComponent(one)}`
      const statuses = [(await send(path)).status, (await sendForm(path, {})).status]
      expect([one, ...statuses]).toEqual([one, 404, 404])
    }
    expect((await send("/soutiens/lien?key=%00")).status).toBe(404)
    expect((await send(`/soutiens/lien?key=3D${key}`)).status).toBe(200)
  })
})

describe("56.2 the page", () => {
  test("says who one is, until when, and where the feed is", async () => {
    const cookie = await open()
    const response = await send("/soutiens", { headers: { Cookie: cookie } })
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    const page = await readPage(response)
    expect(page.get("h1").text).toBe("Bonjour Awa")
    expect(page.get("main").text).toContain("Mécène · jusqu’au 31 décembre 2035")
    const address = `${PUBLIC_URL}/soutiens/${await feedKeyOf(awa)}.xml`
    expect(page.get("input", { type: "url" }).attributes.value).toBe(address)
    expect(page.html).toContain("QR code de l’adresse de votre flux")
    expect(page.html).toContain(`antennapod-subscribe://${address}`)
    expect(page.html).not.toContain("antennapod.org")
    expect(page.get("meta", { name: "robots" }).attributes.content).toContain("noindex")
  })

  test("is refused to who has no cookie of ours, an old one, or one of a supporter who is gone", async () => {
    const cookie = await open()
    const [value = "", signature = ""] = cookie.slice("cko_soutien=".length).split(".")
    const stolen = Buffer.from(JSON.stringify({ ...awa, at: Date.now() })).toString("base64")
    for (const forged of [`${value}.`, value, `${stolen}.${signature}`, "%00", "%", "a".repeat(9_000)])
      expect([forged, await titleFor(`cko_soutien=${forged}`)]).toEqual([forged, "Espace des soutiens"])
    setTime(91 * 24 * HOUR_MS)
    expect(await titleFor(cookie)).toBe("Espace des soutiens")
    vi.useRealTimers()
    expect(await titleFor(cookie)).toBe("Bonjour Awa")
    await db.delete(supporters)
    expect(await titleFor(cookie)).toBe("Espace des soutiens")
    for (const intent of ["renew", "leave", "forget"])
      expect((await act(cookie, intent)).headers.get("location")).toBe("/soutiens")
    expect((await act(cookie, "constructor")).status).toBe(400)
  })

  test("says so where hosts took the feed away", async () => {
    await db.update(supporters).set({ hasFeed: false, name: "", until: null })
    const page = await see(await open())
    expect(page.get("h1").text).toBe("Bonjour")
    expect(page.get("main").text).toContain("pour toujours")
    expect(page.get("main").text).toContain("Votre flux a été retiré")
    expect(page.all("input", { type: "url" })).toEqual([])
    expect(page.html).not.toContain(await feedKeyOf(awa))
  })
})

describe("56.3 what is reserved is heard there", () => {
  const soundsOn = (page: Awaited<ReturnType<typeof see>>) =>
    page
      .get("main")
      .all("audio")
      .map(({ attributes }) => attributes.src ?? "")

  async function createReserved(title: string, values: Parameters<typeof createEpisode>[0] = {}) {
    const key = title.padEnd(22, "x")
    const medium = await createMedium({ key, kind: "audio", type: "audio/mpeg", title: `${title}.mp3` })
    await createMediaFile(getStore(), `bytes of ${title}`, { mediumId: medium.id })
    return createEpisode({
      title,
      audioUrl: mediaAddress(key, "son.mp3"),
      reservedFor: "always",
      publishedAt: new Date("2026-01-01T10:00:00Z"),
      ...values,
    })
  }

  test("by the sounds of one's own level, until the support has ended", async () => {
    const { id: higher } = await createLevel({ name: "Champion", rank: 3 })
    const shown = await createReserved("Montre")
    await createReserved("Cache", { isReservedHidden: true, publishedAt: new Date("2026-02-01T10:00:00Z") })
    await createReserved("Ouvert", { reservedFor: "nobody" })
    await createReserved("Haut", { reservedLevelId: higher })
    await createReserved("Brouillon", { isPublished: false })
    await createReserved("Demain", { publishedAt: new Date(Date.now() + 24 * HOUR_MS) })
    const cookie = await open()
    const page = await see(cookie)
    expect(page.all("h3", {}).flatMap(({ text }) => (/^(Cache|Montre)$/.test(text) ? [text] : []))).toEqual([
      "Cache",
      "Montre",
    ])
    for (const title of ["Ouvert", "Haut", "Brouillon", "Demain"]) expect(page.html).not.toContain(title)
    expect(page.html).toContain(`href="/episodes/${shown.id}"`)
    const sounds = soundsOn(page)
    expect(sounds).toHaveLength(2)
    const heard = await send(sounds[0] ?? "")
    expect([heard.status, await heard.text()]).toEqual([200, "bytes of Cache"])

    await db.update(supporters).set({ until: "2026-01-31" })
    const ended = await see(cookie)
    expect(ended.get("main").text).toContain("Mécène · terminé le 31 janvier 2026")
    expect(soundsOn(ended)).toEqual([])
    expect(ended.html).not.toContain("/soutiens/sons/")
    expect((await send(sounds[0] ?? "")).status).toBe(404)
  })
})

describe("56.4 a supporter", () => {
  test("gets another address after a question, which ends the one before and other devices", async () => {
    const [here, there] = [await open(), await open()]
    const old = `/soutiens/${await feedKeyOf(awa)}.xml`
    const asked = await see(here, "?action=renew")
    expect(asked.get("h1").text).toBe("Une nouvelle adresse\u202f?")
    expect((await send(old)).status).toBe(200)
    const renewed = await act(here, "renew")
    const cookie = cookieOf(renewed) ?? ""
    expect([renewed.status, (await send(old)).status]).toEqual([302, 404])
    expect((await see(cookie)).html).toContain(await feedKeyOf({ ...awa, feedNumber: 2 }))
    for (const former of [here, there]) {
      expect(await titleFor(former)).toBe("Espace des soutiens")
      await act(former, "renew")
    }
    const both = await Promise.all([1, 2].map(() => act(cookie, "renew")))
    expect(both.filter((one) => cookieOf(one)).length).toBe(1)
    expect(await storedRows("supporters")).toMatchObject([{ feed_number: 3 }])
  })

  test("leaves after a question that says what goes, and nothing of them is kept", async () => {
    const cookie = await open()
    expect((await see(cookie, "?action=leave")).get("main").text).toContain("s’effacent tout de suite")
    for (const query of ["?action=constructor", "?action=%00"])
      expect((await see(cookie, query)).get("h1").text).toBe("Bonjour Awa")
    await createSupporter({ email: "lea@cko.test" })
    const left = await act(cookie, "leave")
    expect(left.headers.getSetCookie().filter((one) => one.includes("Max-Age=0"))).toHaveLength(2)
    expect(await storedRows("supporters")).toMatchObject([{ email: "lea@cko.test" }])
    expect(JSON.stringify(await storedRows("audit_log"))).not.toMatch(/awa/i)
    expect((await send(`/soutiens/${await feedKeyOf(awa)}.xml`)).status).toBe(404)
  })

  test("lets a device be forgotten, and it alone", async () => {
    const cookie = await open()
    const forgotten = await act(cookie, "forget")
    expect(forgotten.headers.getSetCookie().filter((one) => one.includes("Max-Age=0"))).toHaveLength(2)
    expect(await storedRows("supporters")).toMatchObject([{ feed_number: 1 }])
  })
})
