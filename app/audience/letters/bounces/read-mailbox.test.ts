import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { encrypt } from "#app/db/encryption.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { letterRecipients } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { useDatabase } from "#test/database.ts"
import { createLetter } from "#test/factories.ts"
import { type ImapServer, startImapServer } from "#test/imap-server.ts"
import { awayNote, complaint, postfix, qmail } from "#test/bounced-mails.ts"
import { setSettings } from "#test/site-settings.ts"
import { letterMessageId } from "../sending/message-id.server.ts"
import { findMailboxState, takeMailbox } from "./mailbox-state.server.ts"
import { nameMailbox } from "./mailbox.server.ts"
import { readMailbox } from "./read-mailbox.server.ts"

let server: ImapServer

useDatabase()
beforeEach(async () => {
  server = await startImapServer()
  await setSettings("returns", {
    imapHost: "127.0.0.1",
    imapPort: server.port,
    imapSecurity: "none",
    imapUser: "retours@cko.test",
    imapPassword: "secret",
  })
  return () => server.close()
})

let count = 0
/** Somebody whom a letter was sent to. @returns its `Message-ID` */
async function sendLetter() {
  count += 1
  const [subscriber] = await db
    .insert(newsletterSubscribers)
    .values({ email: `p${count}@exemple.test`, confirmedAt: new Date() })
    .returning()
  const [recipient] = await db
    .insert(letterRecipients)
    .values({ letterId: (await createLetter()).id, subscriberId: subscriber?.id, state: "sent" })
    .returning()
  return letterMessageId(recipient?.id ?? 0)
}

const suppressed = () => db.$count(newsletterSubscribers, sql`suppressed_at is not null`)
const unsubscribed = () => db.$count(newsletterSubscribers, sql`unsubscribed_at is not null`)
const state = () => findMailboxState(nameMailbox() ?? "")
/** As if the time until the next look were over. */
const makeDue = () =>
  db
    .update(settings)
    .set({ value: sql`${settings.value} || '{"dueAt": null}'` })
    .where(eq(settings.name, "letter-returns"))
async function look() {
  await makeDue()
  return readMailbox()
}
const fetchedWhole = () => server.seen.filter((command) => /^UID FETCH .*BODY\.PEEK\[\]/.test(command)).length
const SOMEBODYS =
  "From: Ana <ana@exemple.test>\r\nSubject: Bonjour\r\nContent-Type: text/plain\r\n\r\nSecret.\r\n"

describe("the bounce mailbox", () => {
  test("47.1 is read for what is new, which is marked as read", async () => {
    server.put(postfix({ id: await sendLetter() }))
    server.put(complaint({ id: await sendLetter() }))
    server.put(qmail({ id: await sendLetter() }))
    expect(await readMailbox()).toBe(3)
    expect([await suppressed(), await unsubscribed()]).toEqual([2, 1])
    expect(server.inbox().map(({ seen }) => seen)).toEqual([true, true, true])
    server.put(postfix({ id: await sendLetter() }))
    server.seen.length = 0
    expect(await look()).toBe(1)
    expect(fetchedWhole()).toBe(1)
    expect(await state()).toMatchObject({ found: 4, lastUid: 4, failure: null })
    expect(await look()).toBe(0)
    expect(server.connections()).toBe(0)
  })

  test("has what was read put away where hosts say so", async () => {
    server.folders.set("Retours/Traités".normalize(), [])
    server.folders.set("Traites", [])
    await setSettings("returns", { imapDone: "Traites" })
    server.put(postfix({ id: await sendLetter() }))
    server.put(SOMEBODYS)
    expect(await readMailbox()).toBe(1)
    expect(server.folders.get("Traites")).toHaveLength(1)
    expect(server.inbox().map(({ uid, seen }) => [uid, seen])).toEqual([[2, false]])
  })

  test("keeps what was read where that folder is missing", async () => {
    await setSettings("returns", { imapDone: "Nulle part" })
    server.put(postfix({ id: await sendLetter() }))
    expect(await readMailbox()).toBe(1)
    expect(await suppressed()).toBe(1)
    expect(server.inbox().map(({ seen }) => seen)).toEqual([true])
    expect(await state()).toMatchObject({ failure: null, lastUid: 1 })
  })

  test("leaves other mails unread, and does not even fetch their text", async () => {
    server.put(SOMEBODYS)
    server.put(awayNote({ id: await sendLetter() }).replace("Return-Path: <>\r\n", ""))
    server.put(postfix({ id: "<autre@exemple.test>" }))
    expect(await readMailbox()).toBe(0)
    expect(fetchedWhole()).toBe(1)
    expect(server.inbox().map(({ seen }) => seen)).toEqual([false, false, false])
    expect(await suppressed()).toBe(0)
  })

  test("is read from the last days on where it never was, and again where its numbers begin anew", async () => {
    server.put(postfix({ id: await sendLetter() }), { at: new Date(Date.now() - 30 * 86_400_000) })
    server.put(postfix({ id: await sendLetter() }))
    expect(await readMailbox()).toBe(1)
    server.state.uidValidity = 2
    for (const mail of server.inbox()) mail.uid -= 1
    server.put(postfix({ id: await sendLetter() }), { uid: 2 })
    // Those that are known already change nothing, and are found once more.
    expect(await look()).toBe(2)
    expect(await suppressed()).toBe(2)
    expect(await state()).toMatchObject({ uidValidity: "2", lastUid: 2 })
  })

  test("is read only where it is due, and by one process", async () => {
    server.put(postfix({ id: await sendLetter() }))
    await makeDue()
    const both = await Promise.all([readMailbox(), readMailbox()])
    expect(both.toSorted()).toEqual([1, "later"])
    expect(await readMailbox()).toBe("later")
  })

  test("is taken over from a process that was killed, and only then", async () => {
    const name = nameMailbox() ?? ""
    expect(await takeMailbox(name)).toBeDefined()
    expect(await look()).toBe("later")
    await db.execute(sql`update settings set value = value || jsonb_build_object('leasedUntil', now() - interval '1 second')
      where name = 'letter-returns'`)
    expect(await look()).toBe(0)
  })

  test("of a size without bounds is read in part, without being fetched whole", async () => {
    const id = await sendLetter()
    const mail = postfix({ id })
    const at = mail.indexOf("\r\n\r\n--4XYZ.1/relais--")
    server.put(`${mail.slice(0, at)}\r\n\r\n${"a".repeat(900_000)}`)
    expect(await readMailbox()).toBe(1)
    expect(server.seen.some((command) => command.includes("BODY.PEEK[]<0.128000>"))).toBe(true)
  })

  test("of more mails than are looked at in one go is read to its end", async () => {
    for (let n = 0; n < 120; n += 1) server.put(SOMEBODYS)
    server.put(postfix({ id: await sendLetter() }))
    expect(await readMailbox()).toBe(1)
    expect((await state())?.lastUid).toBe(121)
  })
})

describe("a mailbox that cannot be read", () => {
  test.each([
    ["refuses the password", "LOGIN", "NO [AUTHENTICATIONFAILED] no", "EAUTH"],
    ["refuses it without a code", "LOGIN", "NO no", "EAUTH"],
    ["has no such folder", "SELECT", "NO [NONEXISTENT] no such mailbox", "EFOLDER"],
    ["hangs up", "UID SEARCH", "drop", expect.any(String)],
    ["refuses to search", "UID SEARCH", "NO broken", expect.any(String)],
    ["refuses to fetch", "UID FETCH", "NO broken", expect.any(String)],
    ["speaks nonsense", "SELECT", "\u0000)(", expect.any(String)],
  ])("because it %s says so, is asked again later and loses nothing", async (_how, command, answer, code) => {
    server.put(postfix({ id: await sendLetter() }))
    server.answers.set(command, answer)
    expect(await readMailbox()).toBe("failed")
    expect(await state()).toMatchObject({ failure: { code }, failures: 1, lease: null })
    expect(await readMailbox()).toBe("later")
    server.answers.clear()
    expect(await look()).toBe(1)
    expect(await state()).toMatchObject({ failure: null, failures: 0 })
    expect(await suppressed()).toBe(1)
  })

  test("because it says nothing is left alone when the site stops", async () => {
    server.answers.set("UID SEARCH", "silence")
    const stop = new AbortController()
    const reading = readMailbox({ signal: stop.signal })
    await expect
      .poll(() => server.seen.some((command) => command.startsWith("UID SEARCH")), { timeout: 30_000 })
      .toBe(true)
    stop.abort()
    expect(await reading).toBe("failed")
    // Nothing was wrong: whoever starts next reads it.
    expect(await state()).toMatchObject({ failure: null, failures: 0, lease: null })
  })

  test("because nothing answers there says so", async () => {
    await server.close()
    expect(await readMailbox()).toBe("failed")
    expect(await state()).toMatchObject({ failure: { code: "ECONNREFUSED" } })
  })

  test("because its password was encrypted by another site says so", async () => {
    const sealed = await encrypt("secret", "somebody else")
    await db.update(settings).set({ value: sealed }).where(eq(settings.name, "returns.imapPassword"))
    await setSettings("returns", { imapFolder: "INBOX", imapDone: "x" })
    expect(await readMailbox()).toBe("failed")
    expect((await state())?.failure).not.toBeNull()
    expect(server.seen).toEqual([])
  })
})

test("without a mailbox nothing is asked", async () => {
  await setSettings("returns", { imapHost: "" })
  expect(await readMailbox()).toBe("none")
  expect(server.seen).toEqual([])
})
