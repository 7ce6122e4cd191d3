import { sql } from "drizzle-orm"
import { beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { startMailServer } from "#test/mail-server.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { queueMail, sendDueMails } from "./mail-queue.server.ts"

let server: Awaited<ReturnType<typeof startMailServer>>

useDatabase()
beforeEach(async () => {
  server = await startMailServer({ password: true })
  return () => server.close()
})

const queue = (to = "awa@cko.test", more = {}) =>
  db.transaction((tx) => queueMail(tx, { to, subject: "Été à Paris", text: "Un texte.", ...more }))
const queueMany = async (count: number) => {
  for (let n = 0; n < count; n += 1) await queue(`p${n}@cko.test`)
}
const makeDue = () => db.execute(sql`update mails set due_at = now()`)
/** By mail: how often it was tried, and in how many seconds it is due. */
async function waiting() {
  const { rows } = await db.execute<{ attempts: number; wait: number }>(
    sql`select attempts, extract(epoch from due_at - now())::float8 as wait from mails
      where failed_at is null order by created_at`,
  )
  return rows
}

test("23 a queued mail is sent once, whole, and then forgotten", async () => {
  await queue("awa@cko.test", { replyTo: "lea@cko.test", unsubscribeUrl: "https://cko.test/x?key=a.b" })
  const [{ id } = { id: "" }] = await storedRows("mails")
  expect([await sendDueMails(), await sendDueMails()]).toEqual([1, 0])
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]?.to).toBe("awa@cko.test")
  expect(server.taken[0]?.headers).toMatchObject({
    from: "CKO <noreply@cko.test>",
    to: "awa@cko.test",
    "reply-to": "lea@cko.test",
    subject: "Été à Paris",
    "message-id": `<${id}@cko.test>`,
    "list-unsubscribe": "<https://cko.test/x?key=a.b>",
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  })
  expect(server.taken[0]?.text).toContain("Un texte.\n\n-- \nCKO\n")
  expect(await storedRows("mails")).toEqual([])
})

test("a queued mail has no line of its subject or addresses made a header", async () => {
  await queue("awa@cko.test", { subject: "Bonjour\r\nBcc: tous@evil.example\r\n\r\nLisez" })
  await sendDueMails()
  expect(server.taken[0]?.headers).not.toHaveProperty("bcc")
  expect(server.taken.map(({ to }) => to)).toEqual(["awa@cko.test"])
})

test("a queued mail waits with what it tells of: undone, both never were", async () => {
  const undone = db.transaction(async (tx) => {
    await queueMail(tx, { to: "awa@cko.test", subject: "Sujet", text: "Texte" })
    throw new Error("undone")
  })
  await expect(undone).rejects.toThrow("undone")
  expect([await sendDueMails(), server.seen]).toEqual([0, []])
})

test("a queued mail is not sent before it is due", async () => {
  await queue()
  await db.execute(sql`update mails set due_at = now() + interval '1 hour'`)
  expect([await sendDueMails(), server.seen]).toEqual([0, []])
})

test("a queued mail leaves with all others in one go", async () => {
  await queueMany(25)
  expect(await sendDueMails()).toBe(25)
  expect(new Set(server.taken.map(({ to }) => to)).size).toBe(25)
  expect(server.taken).toHaveLength(25)
  expect(await storedRows("mails")).toEqual([])
})

test("a queued mail leaves once, however many send at once", async () => {
  await queueMany(25)
  const sent = await Promise.all([sendDueMails(), sendDueMails(), sendDueMails()])
  expect(sent[0] + sent[1] + sent[2]).toBe(25)
  expect(server.seen).toHaveLength(25)
  expect(new Set(server.taken.map(({ to }) => to)).size).toBe(25)
})

test("23 a mail that cannot be sent is tried again after longer and longer, and given up after a week", async () => {
  await queue()
  server.responses.set("RCPT TO", "450 later")
  const day = 86_400
  const delays = [60, 300, 1_800, 7_200, 21_600, 43_200, day, day, day, day, day]
  for (const [n, delay] of delays.entries()) {
    expect(await sendDueMails()).toBe(0)
    const [mail] = await waiting()
    expect(mail?.attempts).toBe(n + 1)
    expect(mail?.wait).toBeGreaterThan(delay - 50)
    expect(mail?.wait).toBeLessThanOrEqual(delay)
    await makeDue()
  }
  expect(takeLoggedErrors()).toEqual([])
  expect(await sendDueMails()).toBe(0)
  expect(await waiting()).toEqual([])
  expect(takeLoggedErrors()).toMatchObject([{ attempts: 12, responseCode: 450 }])
})

test("a mail that cannot be sent goes out once when it can", async () => {
  await queue()
  server.responses.set("RCPT TO", "450 later")
  await sendDueMails()
  server.responses.clear()
  expect(await sendDueMails()).toBe(0)
  await makeDue()
  expect([await sendDueMails(), await sendDueMails()]).toEqual([1, 0])
  expect(server.taken).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test("a mail that cannot be sent holds up no other", async () => {
  await queueMany(12)
  server.responses.set("RCPT TO <p0@cko.test>", "550 nobody")
  server.responses.set("RCPT TO <p3@cko.test>", "450 later")
  expect(await sendDueMails()).toBe(10)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  expect(takeLoggedErrors()).toHaveLength(1)
})

test.each(["550 nobody of this name", "553 no such place", "501 no address"])(
  "a mail that cannot be sent is given up when its recipient is refused for good: %s",
  async (response) => {
    await queue()
    server.responses.set("RCPT TO", response)
    expect(await sendDueMails()).toBe(0)
    expect(await waiting()).toEqual([])
    expect(takeLoggedErrors()).toMatchObject([{ responseCode: Number(response.slice(0, 3)) }])
  },
)

test.each([
  ["AUTH", "535 wrong password"],
  ["AUTH", "454 later"],
  ["MAIL FROM", "550 not from you"],
  ["MAIL FROM", "drop"],
  ["RCPT TO", "451 greylisted"],
  ["RCPT TO", "drop"],
  ["DATA", "554 no"],
  ["DATA", "drop"],
  [".", "452 disk full"],
  [".", "drop"],
])(
  "a mail that cannot be sent for what ends some day waits: %s is answered %s",
  async (command, response) => {
    await queue()
    server.responses.set(command, response)
    expect(await sendDueMails()).toBe(0)
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
    server.responses.clear()
    await makeDue()
    expect(await sendDueMails()).toBe(1)
    expect(server.taken).toHaveLength(1)
  },
)

test("a mail that cannot be sent because there is no server waits", async () => {
  await queue()
  const settings = getSettings()
  applySettings({ ...settings, smtpUrl: "smtp://127.0.0.1:1" })
  expect(await sendDueMails()).toBe(0)
  applySettings(settings)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  await makeDue()
  expect(await sendDueMails()).toBe(1)
})

test("a mail that cannot be sent because there is no folder for it waits", async () => {
  await queue()
  const settings = getSettings()
  applySettings({ ...settings, smtpUrl: undefined, dataDir: import.meta.filename })
  expect(await sendDueMails()).toBe(0)
  applySettings(settings)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
})

test("a mail that cannot be sent is recognised when it comes again: the server took it, but could not say so", async () => {
  await queue()
  server.responses.set(".", "drop")
  await sendDueMails()
  server.responses.clear()
  await makeDue()
  await sendDueMails()
  const [first, second] = server.seen
  expect(server.seen).toHaveLength(2)
  expect(second?.headers["message-id"]).toBe(first?.headers["message-id"])
  expect(second?.headers.date).toBe(first?.headers.date)
})

test("a mail that a process has taken is left alone by others for five minutes", async () => {
  await queue()
  const others: [number, Awaited<ReturnType<typeof waiting>>][] = []
  server.hooks.beforeTaken = async () => {
    others.push([await sendDueMails(), await waiting()])
  }
  expect(await sendDueMails()).toBe(1)
  expect(others).toMatchObject([[0, [{ attempts: 1 }]]])
  expect(others[0]?.[1][0]?.wait).toBeGreaterThan(250)
  expect(others[0]?.[1][0]?.wait).toBeLessThanOrEqual(300)
  expect(server.seen).toHaveLength(1)
})

test("a mail that a process has taken is sent after them when the process was killed", async () => {
  await queue()
  await db.execute(sql`update mails set attempts = 1, due_at = now() + interval '1 second'`)
  expect(await sendDueMails()).toBe(0)
  await db.execute(sql`update mails set due_at = due_at - interval '1 minute'`)
  expect([await sendDueMails(), server.taken.length]).toEqual([1, 1])
})

test("the log names no address", async () => {
  const lines = (["info", "warn", "error"] as const).map((level) => vi.spyOn(log, level).mockReturnValue())
  await queue("awa@cko.test")
  await queue("bob@cko.test")
  server.responses.set("RCPT TO <awa@cko.test>", "450 <awa@cko.test> is busy")
  server.responses.set("RCPT TO <bob@cko.test>", "550 <bob@cko.test> is unknown")
  await sendDueMails()
  const said = lines.flatMap(({ mock }) => mock.calls.map((call: unknown[]) => call))
  expect(said).toHaveLength(2)
  expect(JSON.stringify(said)).not.toMatch(/awa|bob|@/)
  for (const line of said) expect(String(line[0])).not.toMatch(/@/)
  lines[0]?.mockRestore()
  lines[1]?.mockRestore()
})
