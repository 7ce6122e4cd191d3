import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { letterPace, letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { useDatabase } from "#test/database.ts"
import { createLetter, createSubscribers } from "#test/letters.ts"
import { startMailServer } from "#test/mail-server.ts"
import { PATIENCE } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { letterProgress } from "./progress.server.ts"
import { letterReport } from "./report.server.ts"
import { sendLetters } from "./send-letters.server.ts"
import { pauseLetter, resumeLetter, scheduleLetter, startLetter } from "./transitions.server.ts"

let server: Awaited<ReturnType<typeof startMailServer>>

useDatabase()
beforeEach(async () => {
  server = await startMailServer()
  await setSettings("letters", { perMinute: 0, connections: 1 })
})
afterEach(() => server.close())

const work = () => sendLetters({ tickMs: 50, soonMs: 0 })
/** What was put off is due, and nobody holds back. */
const letTimePass = async () => {
  await db.update(letterRecipients).set({ dueAt: sql`now()` })
  await db.update(letterPace).set({ heldUntil: null })
}
const start = async (number: number) => {
  const people = await createSubscribers(number)
  const { id, version } = await createLetter()
  expect(await startLetter(id, version)).toBe("done")
  return { id, people }
}
const countsOf = async (id: number) => {
  const counts = Object.entries((await letterProgress(id))?.counts ?? {})
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
const stateOf = async (id: number) => (await db.select().from(letters).where(eq(letters.id, id)))[0]?.state
const subscriber = async (id: number) =>
  (await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id)))[0]

test("each recipient gets one mail, and the letter is over", async () => {
  const { id, people } = await start(12)
  await work()
  expect(server.taken.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
  expect(await countsOf(id)).toEqual({ sent: 12 })
  expect(await stateOf(id)).toBe("sent")
  await work()
  expect(server.seen).toHaveLength(12)
})

test("45.1 a letter is for those who could be mailed when it was started", async () => {
  const { id, people } = await start(2)
  await createSubscribers(1, { confirmedAt: new Date(Date.now() + 60_000) })
  await db
    .update(newsletterSubscribers)
    .set({ topics: ["episodes"] })
    .where(eq(newsletterSubscribers.id, people[0]?.id ?? 0))
  await work()
  expect(server.taken.map(({ to }) => to)).toEqual([people[1]?.email])
  expect(await stateOf(id)).toBe("sent")
})

test("who unsubscribes, is refused or is erased before their turn is skipped", async () => {
  const { id, people } = await start(4)
  const begun = { count: 0 }
  server.hooks.beforeTaken = async () => {
    begun.count += 1
    if (begun.count > 1) return
    const [, second, third, fourth] = people
    await db
      .update(newsletterSubscribers)
      .set({ unsubscribedAt: new Date() })
      .where(eq(newsletterSubscribers.id, second?.id ?? 0))
    await db
      .update(newsletterSubscribers)
      .set({ suppressedAt: new Date() })
      .where(eq(newsletterSubscribers.id, third?.id ?? 0))
    await db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, fourth?.id ?? 0))
  }
  await work()
  expect(await countsOf(id)).toEqual({ sent: 1, skipped: 3 })
})

test("a letter leaves when its time has come, also when nobody was there then", async () => {
  await createSubscribers(1)
  const { id, version } = await createLetter()
  await scheduleLetter(id, version, new Date(Date.now() + 3_600_000))
  await work()
  expect(server.seen).toHaveLength(0)
  await db.update(letters).set({ scheduledAt: sql`now() - interval '1 day'` })
  await work()
  expect([server.taken.length, await stateOf(id)]).toEqual([1, "sent"])
})

test("a paused letter sends nothing more but what is being handed over, and goes on where it stood", async () => {
  const { id } = await start(5)
  server.hooks.beforeTaken = async () => void (await pauseLetter(id))
  await work()
  expect([server.taken.length, await countsOf(id)]).toEqual([1, { sent: 1, waiting: 4 }])
  server.hooks.beforeTaken = undefined
  await resumeLetter(id)
  await work()
  expect(server.taken).toHaveLength(5)
  expect(new Set(server.taken.map(({ to }) => to)).size).toBe(5)
})

test("who was unsubscribed while the mail server made one wait does not get it", async () => {
  const { id } = await start(1)
  server.responses.set("RCPT TO", "451 later")
  await work()
  server.responses.clear()
  await letTimePass()
  await db.update(newsletterSubscribers).set({ unsubscribedAt: new Date() })
  await work()
  expect([server.seen.length, await countsOf(id)]).toEqual([0, { skipped: 1 }])
})

test("an address that does not exist gets no later letter either; a full mailbox does, but for five letters in a row", async () => {
  const { id, people } = await start(3)
  const [gone, full, other] = people
  server.responses.set(`RCPT TO <${gone?.email}>`, "550 5.1.1 nobody of this name")
  server.responses.set(`RCPT TO <${full?.email}>`, "552 5.2.2 mailbox full")
  await work()
  expect(await countsOf(id)).toEqual({ sent: 1, refused: 2 })
  expect(server.taken.map(({ to }) => to)).toEqual([other?.email])
  expect((await subscriber(gone?.id ?? 0))?.suppressedAt).toBeInstanceOf(Date)
  expect(await subscriber(full?.id ?? 0)).toMatchObject({ suppressedAt: null, softRefusals: 1 })
  expect((await letterReport(id))?.refusals).toEqual(
    expect.arrayContaining([
      { reason: "L’adresse n’existe pas ou plus.", count: 1 },
      { reason: "La boîte aux lettres est pleine.", count: 1 },
    ]),
  )
  for (let letter = 2; letter <= 5; letter += 1) {
    expect((await subscriber(full?.id ?? 0))?.suppressedAt).toBeNull()
    const next = await createLetter()
    await startLetter(next.id, 1)
    await work()
  }
  expect(await subscriber(full?.id ?? 0)).toMatchObject({ softRefusals: 5, suppressedAt: expect.any(Date) })
})

test("a mail that is taken forgets soft refusals", async () => {
  const { people } = await start(1)
  await db.update(newsletterSubscribers).set({ softRefusals: 4 })
  await work()
  expect(await subscriber(people[0]?.id ?? 0)).toMatchObject({ softRefusals: 0, suppressedAt: null })
})

test.each([
  ["RCPT TO", "451 4.7.1 greylisted"],
  ["RCPT TO", "452 4.5.3 too many"],
  ["RCPT TO", "421 4.7.0 not now"],
  ["RCPT TO", "drop"],
  ["MAIL FROM", "454 4.7.0 throttled"],
  ["MAIL FROM", "drop"],
  ["AUTH", "454 not now"],
  ["DATA", "451 not now"],
  ["DATA", "drop"],
  [".", "452 4.3.1 disk full"],
  [".", "421 closing"],
])("45.3 what the mail server puts off is sent later: %s is answered %s", async (command, response) => {
  const { id } = await start(3)
  server.responses.set(command, response)
  await work()
  expect(await countsOf(id)).toEqual(command === "AUTH" ? { sent: 3 } : { waiting: 3 })
  server.responses.clear()
  await letTimePass()
  await work()
  await letTimePass()
  await work()
  expect(await countsOf(id)).toEqual({ sent: 3 })
  expect(new Set(server.taken.map(({ to }) => to)).size).toBe(3)
  expect(server.taken).toHaveLength(3)
})

test("while the mail server takes nothing, nobody is tried, which is nobody's attempt, and progress says why", async () => {
  const { id } = await start(3)
  server.responses.set("MAIL FROM", "454 4.7.0 throttled")
  await work()
  const tries = server.seen.length
  expect(await letterProgress(id)).toMatchObject({
    state: "sending",
    waitsFor: { kind: "server", why: expect.stringContaining("454") },
    nextAttemptAt: expect.any(Date),
  })
  await work()
  expect(server.seen).toHaveLength(tries)
  const recipients = await db.select().from(letterRecipients)
  expect(recipients.map(({ attempts }) => attempts)).toEqual([0, 0, 0])
})

test.each([
  ["MAIL FROM", "550 not from you", 0],
  ["DATA", "554 5.7.1 spam", 0],
  [".", "554 5.7.1 spam", 0],
  ["RCPT TO", "530 sign in first", 0],
  ["RCPT TO", "550 5.4.5 daily quota", 0],
])("what concerns everybody pauses the letter: %s is answered %s", async (command, response) => {
  const { id, people } = await start(3)
  server.responses.set(command, response)
  await work()
  expect([await stateOf(id), await countsOf(id)]).toEqual(["paused", { waiting: 3 }])
  expect((await letterProgress(id))?.pausedBecause).toMatch(/\.$/)
  for (const { id: person } of people) expect((await subscriber(person))?.suppressedAt).toBeNull()
  server.responses.clear()
  await resumeLetter(id)
  await letTimePass()
  await work()
  expect(await countsOf(id)).toEqual({ sent: 3 })
  expect(server.taken).toHaveLength(3)
})

test("a mail server that refuses everybody suppresses nobody", async () => {
  const { id, people } = await start(25)
  server.responses.set("RCPT TO", "550 relaying denied")
  await work()
  expect([await stateOf(id), await countsOf(id)]).toEqual(["paused", { waiting: 25 }])
  expect((await letterProgress(id))?.pausedBecause).toBe(
    "Le serveur d’e-mails refuse tous les destinataires.",
  )
  for (const { id: person } of people)
    expect(await subscriber(person)).toMatchObject({ suppressedAt: null, softRefusals: 0 })
})

test("one person's mail that is not liked is refused the second time, and everybody else's goes on", async () => {
  const { id, people } = await start(4)
  const third = people[2]?.email
  server.hooks.beforeTaken = async () => {
    if (server.seen.at(-1)?.to === third) server.responses.set(".", "554 5.7.1 not liked")
    else server.responses.delete(".")
  }
  await work()
  expect([await stateOf(id), await countsOf(id)]).toEqual(["sending", { sent: 3, waiting: 1 }])
  // The process that comes later has seen nothing taken: it asks rather than refuses.
  await letTimePass()
  await work()
  expect([await stateOf(id), await countsOf(id)]).toEqual(["paused", { sent: 3, waiting: 1 }])
})

test("45.2 a mail server that hangs up after the mail's end leaves it uncertain, which is not repeated", async () => {
  const { id } = await start(3)
  server.responses.set(".", "drop")
  await work()
  expect(await countsOf(id)).toEqual({ uncertain: 1, waiting: 2 })
  server.responses.clear()
  await letTimePass()
  await work()
  expect(await countsOf(id)).toEqual({ uncertain: 1, sent: 2 })
  expect(await stateOf(id)).toBe("sent")
  expect(server.seen).toHaveLength(3)
  expect((await letterProgress(id))?.openQuestions).toBe(1)
})

test("a mail server that hangs up after the end of three mails in a row pauses the letter", async () => {
  const { id } = await start(6)
  server.responses.set(".", "drop")
  const working = sendLetters({ tickMs: 50 })
  const letting = setInterval(
    () =>
      void db
        .update(letterPace)
        .set({ heldUntil: null })
        .catch(() => {}),
    50,
  )
  await vi.waitFor(async () => expect(await stateOf(id)).toBe("paused"), PATIENCE)
  clearInterval(letting)
  await working
  expect(await countsOf(id)).toEqual({ uncertain: 3, waiting: 3 })
})

test("the mail server is called again after so many mails", async () => {
  await setSettings("letters", { perConnection: 3 })
  const { id } = await start(7)
  await work()
  expect(await countsOf(id)).toEqual({ sent: 7 })
})
