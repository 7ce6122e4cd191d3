import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { emptyTables } from "#test/database.ts"
import { createDraftLetter, createLetter } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { createUser, readPage, signInAsNew, visitAs } from "#test/people.ts"

const office = openOffice()
beforeEach(() => emptyTables("newsletter_subscribers", "blocks"))

const subscribe = (email: string, columns = "now(), '{episodes,news,letters}'") =>
  db.execute(sql`insert into newsletter_subscribers (email, confirmed_at, topics)
    values (${email}, ${sql.raw(columns)})`)
const stateOf = async (id: number) =>
  (await db.select({ state: letters.state }).from(letters).where(eq(letters.id, id)))[0]?.state
const page = (id: number) => `/admin/letters/${id}`
/** What the answer says in its toast. */
async function said(id: number, fields: Record<string, string>) {
  const response = await office.send(page(id), fields)
  return [response.status, (await office.follow(response, page(id))).text] as const
}
const SENDING = { state: "sending", endedAt: null, addressedAt: new Date() } as const

describe("a letter that is being written", () => {
  test("44.3 says whom it reaches: only who is confirmed, subscribed and wants it", async () => {
    await subscribe("a@cko.test")
    await subscribe("b@cko.test", "now(), '{episodes}'")
    await subscribe("c@cko.test", "null, '{letters}'")
    const { id } = await createDraftLetter({ topic: "letters" })
    expect((await office.see(page(id))).get("section", { id: "envoi" }).text).toContain(
      "Elle ira à 1 personne",
    )
    const { id: other } = await createDraftLetter({ topic: "news" })
    await db.execute(sql`update newsletter_subscribers set unsubscribed_at = now()`)
    expect((await office.see(page(other))).text).toContain("Personne ne la recevrait")
  })

  test("44.3 is sent once, however often that is clicked", async () => {
    await subscribe("a@cko.test")
    const { id } = await createDraftLetter()
    const asked = await office.see(`${page(id)}?action=send`)
    expect(asked.text).toMatch(/Envoyer cette lettre à 1 personne/)
    const answers = await Promise.all(
      [1, 2].map(() => office.send(page(id), { intent: "send", version: "1" })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stateOf(id)).toBe("sending")
  })

  test("is not sent to nobody, nor in a version that was not looked at", async () => {
    const { id } = await createDraftLetter()
    expect((await office.see(page(id))).all("button").map(({ text }) => text)).not.toContain("Envoyer")
    const [status, text] = await said(id, { intent: "send", version: "1" })
    expect([status, text.includes("Personne ne la recevrait")]).toEqual([409, true])
    await subscribe("a@cko.test")
    expect((await office.see(page(id))).all("button").map(({ text }) => text)).toContain("Envoyer")
    await db.update(letters).set({ version: 2 }).where(eq(letters.id, id))
    const [late, why] = await said(id, { intent: "send", version: "1" })
    expect([late, why.includes("Quelqu’un a modifié cette lettre")]).toEqual([409, true])
    expect((await office.send(page(id), { intent: "send" })).status).toBe(400)
    expect(await stateOf(id)).toBe("draft")
  })

  test("44.3 leaves at a time in Paris, which can be changed and taken back", async () => {
    const { id } = await createDraftLetter()
    const schedule = { intent: "schedule", version: "1", day: "2100-07-14", clock: "08:30" }
    expect((await office.send(page(id), schedule)).status).toBe(200)
    const [stored] = await db.select().from(letters).where(eq(letters.id, id))
    expect([stored?.state, stored?.scheduledAt?.toISOString()]).toEqual([
      "scheduled",
      "2100-07-14T06:30:00.000Z",
    ])
    const shown = await office.see(page(id))
    expect(shown.text).toContain("14 juillet 2100 à 08:30")
    expect(shown.get("input", { name: "clock" }).attributes.value).toBe("08:30")
    expect((await office.send(page(id), { ...schedule, clock: "09:00" })).status).toBe(409)
    expect((await office.send(page(id), { intent: "unschedule" })).status).toBe(200)
    expect((await office.send(page(id), { intent: "unschedule" })).status).toBe(409)
    expect(await stateOf(id)).toBe("draft")
  })

  test.each([
    ["past", { day: "2020-01-01", clock: "08:30" }, "Ce moment est déjà passé"],
    ["without a day", { day: "", clock: "08:30" }, "La date d’envoi est requise"],
    ["without a time", { day: "2100-01-01", clock: "" }, "L’heure d’envoi est requise"],
    ["no day", { day: "2100-02-30", clock: "08:30" }, "La date d’envoi n’est pas une date valide"],
    ["no time", { day: "2100-01-01", clock: "25:00" }, "L’heure d’envoi doit être écrite comme 18:30"],
  ])("is not scheduled for what is %s, and what was typed stays", async (_what, typed, problem) => {
    const { id } = await createDraftLetter()
    const response = await office.send(page(id), { intent: "schedule", version: "1", ...typed })
    const shown = await readPage(response)
    expect([response.status, shown.text.includes(problem)]).toEqual([400, true])
    expect(shown.get("input", { name: "clock" }).attributes.value ?? "").toBe(typed.clock)
    expect(await stateOf(id)).toBe("draft")
  })

  test("is tried by the team only, and so often", async () => {
    const { id } = await createDraftLetter()
    await createUser("moderator", "equipe@cko.test")
    await createUser("user", "dehors@cko.test")
    const shown = await office.see(page(id))
    expect(shown.html).toContain("equipe@cko.test")
    expect(shown.html).not.toContain("dehors@cko.test")
    const answers = []
    for (const to of ["dehors@cko.test", "equipe@cko.test", ""])
      answers.push((await office.send(page(id), { intent: "test", to })).status)
    expect(answers).toEqual([400, 200, 200])
    for (let count = 0; count < 8; count += 1) await office.send(page(id), { intent: "test" })
    expect((await office.send(page(id), { intent: "test" })).status).toBe(429)
    expect(await stateOf(id)).toBe("draft")
  })
})

describe("a letter on its way", () => {
  async function send(counts: Record<string, number>, values = {}) {
    const { id } = await createLetter({ ...SENDING, ...values })
    for (const [state, count] of Object.entries(counts))
      await db.execute(sql`insert into letter_recipients (letter_id, state, ended_at)
        select ${id}, ${state}, case when ${state} in ('sent', 'refused', 'skipped') then now() end
        from generate_series(1, ${count}::int)`)
    return id
  }

  test("44.4 shows how far it is, and is paused, goes on and ends", async () => {
    const id = await send({ sent: 3, waiting: 5, refused: 1 })
    const shown = await office.see(page(id))
    expect(shown.text).toMatch(/Envoi en cours.*4 sur 9 personnes.*3\s*En attente/)
    const steps = [
      ["pause", "paused"],
      ["resume", "sending"],
      ["pause", "paused"],
      ["stop", "stopped"],
    ] as const
    for (const [intent, state] of steps) {
      expect((await office.send(page(id), { intent })).status).toBe(200)
      expect((await office.send(page(id), { intent })).status).toBe(409)
      expect(await stateOf(id)).toBe(state)
    }
    expect((await office.see(page(id))).text).toContain("Envoi arrêté")
  })

  test("44.4 asks about mails of which nobody knows, all or one", async () => {
    const id = await send({ sent: 1, uncertain: 3 })
    expect((await office.see(page(id))).text).toMatch(/3 personnes\s: on ne sait pas si elles l’ont reçue/)
    const [one] = await db
      .select()
      .from(letterRecipients)
      .where(eq(letterRecipients.state, "uncertain"))
      .limit(1)
    const list = `${page(id)}/recipients`
    const answer = { intent: "settle", how: "leave", recipient: String(one?.id) }
    expect((await office.send(list, answer)).status).toBe(200)
    expect((await office.send(list, answer)).status).toBe(409)
    expect((await office.send(list, { intent: "stop" })).status).toBe(400)
    expect((await office.see(page(id))).text).toMatch(/2 personnes\s: on ne sait pas/)
    expect((await office.send(page(id), { intent: "settle", how: "resend" })).status).toBe(200)
    expect((await office.see(page(id))).text).not.toContain("on ne sait pas")
  })

  test("tells in the end what came of it, and goes with a question only", async () => {
    const id = await send({ sent: 2, refused: 1 }, { state: "sent", endedAt: new Date() })
    await db.execute(sql`update letter_recipients set failure = '{"status": "5.1.1", "responseCode": 550}'
      where state = 'refused'`)
    const shown = await office.see(page(id))
    expect(shown.text).toContain("Compte rendu")
    expect(shown.text).toContain("L’adresse n’existe pas ou plus.")
    expect((await office.see(`${page(id)}?action=delete-sent`)).text).toContain("est déjà partie")
    expect((await office.send(page(id), { intent: "delete-sent" })).status).toBe(302)
    expect((await office.see(page(id))).status).toBe(404)
  })

  test("is not deleted before it ended", async () => {
    const id = await send({ waiting: 1 })
    expect((await office.send(page(id), { intent: "delete-sent" })).status).toBe(409)
    expect(await stateOf(id)).toBe("sending")
  })

  test("lists its recipients, narrowed down and searched", async () => {
    const id = await send({ waiting: 1 })
    await subscribe("awa@cko.test")
    await db.execute(sql`insert into letter_recipients (letter_id, subscriber_id, state, ended_at)
      values (${id}, 1, 'sent', now())`)
    const list = `${page(id)}/recipients`
    expect((await office.see(list)).text).toMatch(/awa@cko.test.*2 destinataires/)
    expect((await office.see(list)).text).toContain("Abonné effacé")
    expect((await office.see(`${list}?etat=attente`)).text).not.toContain("awa@cko.test")
    expect((await office.see(`${list}?q=AWA`)).text).toMatch(/1 destinataire /)
    expect((await office.see(`${list}?q=%25`)).text).toContain("0 destinataire")
    expect((await office.see(`${list}?retour=oui`)).text).toContain("0 destinataire")
    expect((await office.see(`${list}?sort=date&page=3`)).text).toContain(
      "Cette page de la liste n’existe plus",
    )
  })

  test("is nobody's but admins'", async () => {
    const id = await send({ waiting: 1 })
    const cookie = await signInAsNew("moderator")
    for (const path of [page(id), `${page(id)}/recipients`])
      expect((await visitAs(cookie, path)).status).toBe(403)
  })
})

test.each(["abc", "0", "999", "2147483648", "%00"])(
  "letter %s is not there, whatever is asked",
  async (id) => {
    expect((await office.see(`/admin/letters/${id}`)).status).toBe(404)
    expect((await office.see(`/admin/letters/${id}/recipients`)).status).toBe(404)
    for (const intent of ["send", "pause", "stop", "delete-sent", "test", "settle"])
      expect((await office.send(`/admin/letters/${id}`, { intent, version: "1", how: "leave" })).status).toBe(
        404,
      )
  },
)
