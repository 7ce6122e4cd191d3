import { randomUUID } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { eq, sql } from "drizzle-orm"
import { expect, onTestFinished, test, vi } from "vitest"
import { queueMail, sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { db } from "#app/db/client.server.ts"
import { letterPace, letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase } from "#test/database.ts"
import { startLetterServer } from "#test/letter-server.ts"
import { createLetter, createSubscribers } from "#test/letters.ts"
import { readMail, startMailServer } from "#test/mail-server.ts"
import { PATIENCE } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { addressLetters, findSentLetters } from "./begin-letters.server.ts"
import { letterProgress } from "./progress.server.ts"
import { beginHandover, nextRecipient, refuse } from "./recipients.server.ts"
import { sendLetters } from "./send-letters.server.ts"
import { sendTestLetter } from "./test-letter.server.ts"
import { pauseLetter, startLetter } from "./transitions.server.ts"

useDatabase()

const work = (signal?: AbortSignal) => sendLetters({ tickMs: 50, soonMs: 0, signal })
const start = async (number: number) => {
  const people = await createSubscribers(number)
  const { id, version } = await createLetter()
  expect(await startLetter(id, version)).toBe("done")
  return { id, people }
}
const stateOf = async (id: number) => (await db.select().from(letters).where(eq(letters.id, id)))[0]?.state

async function useServer(options: Parameters<typeof startLetterServer>[0] = {}) {
  const server = await startLetterServer(options)
  const before = getSettings()
  applySettings({ ...before, smtpUrl: server.url })
  onTestFinished(async () => {
    applySettings(before)
    await server.close()
  })
  return server
}

test("45.4 of several that want to send at once one does, over no more connections than are set, and each recipient gets one mail", async () => {
  const server = await useServer()
  await setSettings("letters", { perMinute: 0, connections: 4, perConnection: 5 })
  const { id, people } = await start(60)
  await Promise.all([work(), work(), work()])
  expect(server.mostOpen()).toBeLessThanOrEqual(4)
  expect(await letterProgress(id)).toMatchObject({ state: "sent", counts: { sent: 60 } })
  expect([...server.taken.keys()].sort()).toEqual(people.map(({ email }) => email).sort())
  expect(Math.max(...server.taken.values())).toBe(1)
  expect(server.mostPerConnection()).toBeLessThanOrEqual(5)
})

test("a sender that is thought dead hands nothing more over, and what it learns still counts", async () => {
  let answer = () => {}
  let seen = 0
  const server = await useServer({
    onMail() {
      seen += 1
      return seen > 1 ? undefined : new Promise((resolve) => (answer = () => resolve(undefined)))
    },
  })
  await setSettings("letters", { perMinute: 0, connections: 1 })
  const { id } = await start(4)
  const first = work()
  await vi.waitFor(() => expect(seen).toBe(1), PATIENCE)
  await work()
  expect(await letterProgress(id)).toMatchObject({ counts: { sending: 1, waiting: 3 } })
  await endSenderConnections()
  await vi.waitFor(async () => {
    await work()
    expect(await letterProgress(id)).toMatchObject({ counts: { uncertain: 1, sent: 3 } })
  }, PATIENCE)
  answer()
  await first
  expect(await letterProgress(id)).toMatchObject({ state: "sent", counts: { uncertain: 0, sent: 4 } })
  expect([...server.taken.values()]).toEqual([1, 1, 1, 1])
})

/** As the server does to a process that stands still. */
const endSenderConnections = () =>
  db.execute(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.letters} and granted
      and database = (select oid from pg_database where datname = current_database())`)

test("of two senders that are at the same recipient one hands the mail over, and the other changes nothing", async () => {
  const { id } = await start(1)
  await addressLetters()
  const [letter] = await findSentLetters()
  if (!letter) throw new Error("no letter is under way")
  const one = await nextRecipient(letter, randomUUID())
  const other = await nextRecipient(letter, randomUUID())
  if (!one || !other) throw new Error("nobody is next")
  expect([await beginHandover(one), await beginHandover(other)]).toEqual([true, false])
  await refuse(other, {}, true)
  expect(await letterProgress(id)).toMatchObject({ counts: { sending: 1, refused: 0 } })
  const [{ suppressedAt } = {}] = await db.select().from(newsletterSubscribers)
  expect(suppressedAt).toBeNull()
})

test("at the last moment, a mail of a paused letter or for who has unsubscribed is not handed over, others' are", async () => {
  await start(3)
  const { id: paused } = await createLetter()
  expect(await startLetter(paused, 1)).toBe("done")
  await addressLetters()
  const [first, second] = await findSentLetters()
  if (!first || !second) throw new Error("two letters are not under way")
  const ofPaused = await nextRecipient(second, randomUUID())
  const gone = await nextRecipient(first, randomUUID())
  if (!ofPaused || !gone) throw new Error("nobody is next")
  const other = await nextRecipient(first, randomUUID(), [gone.id])
  if (!other) throw new Error("nobody is next")
  await pauseLetter(paused)
  expect(await beginHandover(ofPaused)).toBe(false)
  await db
    .update(newsletterSubscribers)
    .set({ unsubscribedAt: sql`now()` })
    .where(eq(newsletterSubscribers.id, gone.subscriberId))
  expect([await beginHandover(gone), await beginHandover(other)]).toEqual([false, true])
})

test("the mails that people wait for do not wait for a letter", async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  await setSettings("letters", { perMinute: 0, connections: 1 })
  const { id, people } = await start(2)
  let goOn = () => {}
  const isStalled = new Promise<void>((resolve) => (goOn = resolve))
  const isOfLetter = (to?: string) => people.some(({ email }) => email === to)
  server.hooks.beforeTaken = () => (isOfLetter(server.seen.at(-1)?.to) ? isStalled : Promise.resolve())
  const working = work()
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), PATIENCE)
  await db.transaction((tx) => queueMail(tx, { to: "awa@cko.test", subject: "Votre lien", text: "Bonjour" }))
  expect(await sendDueMails()).toBe(1)
  expect(server.taken.map(({ to }) => to)).toEqual(["awa@cko.test"])
  goOn()
  await working
  expect(await letterProgress(id)).toMatchObject({ counts: { sent: 2 } })
})

test("at one a minute the second mail waits for its minute", async () => {
  const server = await useServer()
  await setSettings("letters", { perMinute: 1, connections: 2 })
  const { id } = await start(5)
  const begun = Date.now()
  const stop = new AbortController()
  const working = work(stop.signal)
  await vi.waitFor(async () => expect((await letterProgress(id))?.counts.sent).toBe(1), PATIENCE)
  // The next mail has its send time, a minute after the first, and waits for it.
  const nextAt = async () => (await db.select({ at: letterPace.nextAt }).from(letterPace))[0]?.at.getTime()
  await vi.waitFor(async () => expect(await nextAt()).toBeGreaterThan(begun + 100_000), PATIENCE)
  expect(server.taken.size).toBe(1)
  stop.abort()
  await working
  expect(await letterProgress(id)).toMatchObject({ counts: { sent: 1, waiting: 4 } })
})

test("a mail server that stays silent after a mail leaves it uncertain, and the others are sent", async () => {
  let isSilent = true
  await useServer({
    onMail() {
      const answer = isSilent ? "silent" : undefined
      isSilent = false
      return answer
    },
  })
  await setSettings("letters", { perMinute: 0, connections: 1 })
  const { id } = await start(3)
  await sendLetters({ tickMs: 50, silenceMs: 1_000 })
  expect(await letterProgress(id)).toMatchObject({ state: "sent", counts: { sent: 2, uncertain: 1 } })
})

async function useFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), "cko-letters-"))
  const before = getSettings()
  applySettings({ ...before, dataDir })
  onTestFinished(async () => {
    applySettings(before)
    await rm(dataDir, { recursive: true })
  })
  return join(dataDir, "outbox", "lettres")
}

test("without a mail server a letter's mails are files, apart from other mails, whatever the rate", async () => {
  const folder = await useFolder()
  await setSettings("letters", { perMinute: 1 })
  const { id, people } = await start(3)
  await work()
  expect(await letterProgress(id)).toMatchObject({ state: "sent", counts: { sent: 3 }, isOutbox: true })
  const names = await readdir(folder)
  const mails = await Promise.all(
    names.map(async (name) => readMail(await readFile(join(folder, name), "latin1"))),
  )
  expect(mails.map(({ headers }) => headers.to).sort()).toEqual(people.map(({ email }) => email).sort())
  expect(await stateOf(id)).toBe("sent")
})

test("a disk that takes no files holds a letter up, and loses nobody", async () => {
  const folder = await useFolder()
  await mkdir(dirname(folder), { recursive: true })
  await writeFile(folder, "no folder")
  const { id } = await start(2)
  await work()
  expect(await letterProgress(id)).toMatchObject({ counts: { waiting: 2 }, waitsFor: { kind: "server" } })
  await rm(folder)
  await db.update(letterRecipients).set({ dueAt: sql`now()` })
  await db.update(letterPace).set({ heldUntil: null })
  await work()
  expect(await letterProgress(id)).toMatchObject({ state: "sent", counts: { sent: 2 } })
})

test("a test says that it is one, goes to one address and unsubscribes nobody", async () => {
  const folder = await useFolder()
  const letter = await createLetter({ title: "Sujet", content: "Bonsoir." })
  const outcome = await sendTestLetter(letter, "awa@cko.test")
  expect(outcome).toMatchObject({ outcome: "outbox" })
  const [name = ""] = await readdir(folder)
  const { headers } = readMail(await readFile(join(folder, name), "latin1"))
  expect(headers).toMatchObject({ to: "awa@cko.test", subject: "[Test] Sujet" })
  expect(headers["list-unsubscribe"]).toBeUndefined()
  const server = await startMailServer()
  onTestFinished(() => server.close())
  expect(await sendTestLetter(letter, "awa@cko.test")).toEqual({ outcome: "sent" })
  expect(server.taken.map(({ to }) => to)).toEqual(["awa@cko.test"])
  server.responses.set("RCPT TO", "550 no")
  expect(await sendTestLetter(letter, "awa@cko.test")).toEqual({
    outcome: "failed",
    why: expect.stringContaining("550"),
  })
})
