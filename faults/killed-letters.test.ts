import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished, test, vi } from "vitest"
import "#app/office/types/types.server.ts"
import { letterProgress } from "#app/audience/letters/sending/progress.server.ts"
import { startLetter } from "#app/audience/letters/sending/transitions.server.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { joinEmbedded } from "#app/db/embedded/embedded.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { startLetterServer } from "#test/letter-server.ts"
import { createLetter, createSubscribers } from "#test/letters.ts"
import { setSettings } from "#test/site-settings.ts"
import { makeFolder } from "./for-one-test.ts"

vi.setConfig({ testTimeout: 900_000 })
const PEOPLE = 1_500
const KILLS = 3
/** A letters worker without its site. */
const SCRIPT = fileURLToPath(new URL("short-lived-sender.ts", import.meta.url))

test(`45.2 a letter to ${PEOPLE} people, its processes killed ${KILLS} times and the mail server hanging up, loses nobody and reaches nobody twice`, async () => {
  const dataDir = await makeFolder()
  const { url: databaseUrl, leave } = await joinEmbedded(dataDir)
  onTestFinished(leave)
  applySettings({
    publicUrl: "https://cko.test",
    dataDir,
    cookieSecret: () => getSecret("cookies"),
    feedIntervalMinutes: 0,
  })
  await openDatabase({ databaseUrl, dataDir })
  onTestFinished(closeDatabase)
  const { counts, ...seen } = await sendUnderKills({
    databaseUrl,
    people: PEOPLE,
    kills: KILLS,
    connections: 4,
    perConnection: 100,
    dropsOneOf: 400,
    patienceMs: 800_000,
  })
  console.log(JSON.stringify({ counts, ...seen, taken: seen.taken.size }))
  expect(seen.killed).toBe(KILLS)
  expect(counts.sent + counts.refused + counts.uncertain).toBe(PEOPLE)
  expect(counts.refused).toBe(seen.gone)
  expect(counts.uncertain).toBeLessThanOrEqual(KILLS * seen.mostOpen + seen.drops)
  expect(Math.max(...seen.taken.values()), "acknowledged twice").toBe(1)
  expect(seen.taken.size).toBeGreaterThanOrEqual(counts.sent)
  expect(seen.taken.size).toBeLessThanOrEqual(counts.sent + counts.uncertain)
})

type Options = {
  databaseUrl: string
  people: number
  kills: number
  connections: number
  perConnection: number
  /** Of so many mails, after one's end the server hangs up without a word. */
  dropsOneOf: number
  patienceMs: number
}

/**
 * Sends a letter by two processes, all of which are killed again and again while they hand mails over, and replaced.
 *
 * @returns what the site says came of it, and what the mail server knows
 */
async function sendUnderKills({ databaseUrl, people: number, kills, ...options }: Options) {
  const { connections, perConnection, dropsOneOf, patienceMs } = options
  await setSettings("letters", { perMinute: 0, connections, perConnection })
  const people = await createSubscribers(number)
  // Ones that do not exist, among others that do.
  const gone = new Set(people.filter((_, at) => at % 50 === 7).map(({ email }) => email))
  const share = number / (kills + 2)
  let killed = 0
  let drops = 0
  let seen = 0
  let killing = Promise.resolve()
  const startBoth = () => {
    senders.start()
    senders.start()
  }
  const server = await startLetterServer({
    onRecipient: (address) => (gone.has(address) ? { code: 550, text: "5.1.1 nobody" } : undefined),
    onMail() {
      seen += 1
      if (killed < kills && server.taken.size >= share * (killed + 1)) {
        killed += 1
        // In the middle of what the others are at; this one is taken, and its process never hears of it.
        killing = killing.then(() => senders.killAll()).then(startBoth)
      } else if (seen % dropsOneOf === 0) {
        drops += 1
        return "drop"
      }
      return undefined
    },
  })
  const senders = createSenders(databaseUrl, server.url)
  try {
    const { id, version } = await createLetter()
    if ((await startLetter(id, version)) !== "done") throw new Error("the letter was not started")
    startBoth()
    const progress = () => letterProgress(id)
    const isOver = async () => {
      if ((await progress())?.state !== "sent") throw new Error(`not over: ${senders.said()}`)
    }
    await vi.waitFor(isOver, { timeout: patienceMs, interval: 200 })
    await killing
    const counts = (await progress())?.counts
    if (!counts) throw new Error("no letter")
    return { counts, gone: gone.size, killed, drops, taken: server.taken, mostOpen: server.mostOpen() }
  } finally {
    await senders.killAll()
    await server.close()
  }
}

/** Processes that send letters, to be killed. */
function createSenders(databaseUrl: string, smtpUrl: string) {
  const running = new Set<ChildProcess>()
  let said = ""
  return {
    start() {
      const sender = spawn(process.execPath, [SCRIPT, databaseUrl, smtpUrl], {
        stdio: ["ignore", "ignore", "pipe"],
      })
      sender.stderr.on("data", (text: Buffer) => (said += String(text)))
      running.add(sender)
    },
    /** What went wrong in them. */
    said: () => said,
    /** As when the power fails. */
    async killAll() {
      const all = [...running]
      running.clear()
      for (const sender of all) sender.kill("SIGKILL")
      for (const sender of all)
        if (sender.exitCode === null && sender.signalCode === null) await once(sender, "exit")
    },
  }
}
