import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import { sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"

const PATH = "/admin/newsletter"
let cookie = ""

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  await setSettings("letters", { confirmationsPerMinute: 4 })
  cookie = await signInAsNew("admin")
})

const post = (fields: Record<string, string>) => sendForm(PATH, fields, { cookie })
/** What an answer says; what is signed is readable. */
function toastOf(response: Response) {
  const [, toast = ""] = /toast=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? []
  const [value = ""] = decodeURIComponent(toast).split(".")
  return JSON.parse(Buffer.from(value, "base64").toString()) as Record<string, string>
}
const subscribers = () => storedRows("newsletter_subscribers")
/** When each mail leaves, in seconds after the first of them. */
async function departures() {
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select round(extract(epoch from due_at - min(due_at) over ()))::int as seconds from mails order by due_at`,
  )
  return rows.map(({ seconds }) => seconds)
}
const subscribe = (count: number, values = sql`null, null, null`) =>
  db.execute(sql`insert into newsletter_subscribers (email, confirmed_at, unsubscribed_at, suppressed_at)
    select 'p' || (select count(*) from newsletter_subscribers) + n || '@cko.test', ${values} from generate_series(1, ${count}::int) n`)

describe("asking to confirm", () => {
  test("mails one after the other, so many a minute, behind those that wait already", async () => {
    await subscribe(6)
    await post({ intent: "ask", ids: "1,2,3" })
    expect(await departures()).toEqual([0, 15, 30])
    await post({ intent: "ask", ids: "4,5,6" })
    expect(await departures()).toEqual([0, 15, 30, 45, 60, 75])
  })

  test("11.4 leaves alone who confirmed, left, is refused or was asked in the last 30 days, and says so", async () => {
    await subscribe(2)
    await subscribe(1, sql`now(), null, null`)
    await subscribe(1, sql`null, now(), null`)
    await subscribe(1, sql`null, null, now()`)
    await db.execute(
      sql`update newsletter_subscribers set confirmation_asked_at = now() - interval '29 days' where id = 2`,
    )
    const { title, description } = toastOf(await post({ intent: "ask", ids: "1,2,3,4,5,99" }))
    expect(title).toBe("Demande de confirmation en route")
    expect(description).toMatch(/^4 restent\u00a0: déjà confirmé.* 1 n’existait plus\.$/)
    expect((await storedRows("mails")).map(({ recipient }) => recipient)).toEqual(["p1@cko.test"])
    expect((await post({ intent: "ask", ids: "1" })).status).toBe(409)
    await db.execute(
      sql`update newsletter_subscribers set confirmation_asked_at = now() - interval '31 days'`,
    )
    await post({ intent: "ask", ids: "1,2" })
    expect(await storedRows("mails")).toHaveLength(3)
  })

  test("asks each of them once, though two hosts ask at once", async () => {
    await subscribe(20)
    const ids = Array.from({ length: 20 }, (_, n) => String(n + 1)).join()
    await Promise.all([post({ intent: "ask", ids }), post({ intent: "ask", ids })])
    const recipients = (await storedRows("mails")).map(({ recipient }) => recipient)
    expect([recipients.length, new Set(recipients).size]).toEqual([20, 20])
    expect(new Set(await departures()).size).toBe(20)
  })

  test("asks all that the list finds, and the mail's link confirms", async () => {
    await subscribe(300)
    const progress = await post({ intent: "ask", upTo: "300", live: "1" })
    expect(progress.status).toBe(200)
    expect(await storedRows("mails")).toHaveLength(250)
    await db.execute(sql`update mails set due_at = now() where recipient = 'p300@cko.test'`)
    const mails = (await outbox.mails()).filter(({ headers }) => headers.to === "p300@cko.test")
    const link = /https:\/\/cko\.test(\/newsletter\/confirm\S+)/.exec(mails[0]?.text ?? "")?.[1] ?? ""
    await sendForm(link, {})
    expect((await subscribers()).at(-1)).toMatchObject({ confirmed_at: expect.any(String) })
  })

  test("mails nobody who left or was deleted before their mail did", async () => {
    await subscribe(3)
    await post({ intent: "ask", ids: "1,2,3" })
    await post({ intent: "unsubscribe", ids: "3" })
    await post({ intent: "delete", ids: "2" })
    expect((await storedRows("mails")).map(({ recipient }) => recipient)).toEqual(["p1@cko.test"])
  })
})

describe("the list", () => {
  test("says who is in which state, and is narrowed down by it", async () => {
    await subscribe(1)
    await subscribe(2, sql`now(), null, null`)
    await subscribe(1, sql`now(), null, now()`)
    await subscribe(1, sql`now(), now(), null`)
    await db.execute(sql`update newsletter_subscribers set topics = '{news}' where id = 3`)
    const page = await visitAs(cookie, PATH)
    expect(page.text).toContain("2 reçoivent les lettres, 1 doit encore confirmer, 1 a une adresse refusée.")
    const shown = async (query: string) =>
      (await visitAs(cookie, `${PATH}?${query}`))
        .all("li")
        .flatMap(({ text }) => /^Sélectionner (p\d)@/.exec(text)?.[1] ?? [])
    expect(await shown("etat=attente")).toEqual(["p1"])
    expect(await shown("etat=confirme")).toEqual(["p3", "p2"])
    expect(await shown("etat=refuse")).toEqual(["p4"])
    expect(await shown("theme=episodes")).toEqual(["p4", "p2", "p1"])
    expect(await shown("etat=partis")).toEqual(["p4", "p3", "p2", "p1"])
  })

  test("lets letters go to a refused address again, and to no other", async () => {
    await subscribe(1)
    await subscribe(1, sql`now(), null, now()`)
    await db.execute(sql`update newsletter_subscribers set soft_refusals = 5`)
    const done = await post({ intent: "reactivate", ids: "1,2" })
    expect(toastOf(done)).toMatchObject({
      title: "Adresse réactivée",
      description: "1 reste\u00a0: n’est pas refusé.",
    })
    expect(await subscribers()).toMatchObject([
      { soft_refusals: 5 },
      { soft_refusals: 0, suppressed_at: null, confirmed_at: expect.any(String) },
    ])
  })
})
