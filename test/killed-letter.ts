import "#app/office/types/types.server.ts"
import { vi } from "vitest"
import { letterProgress } from "#app/audience/letters/sending/progress.server.ts"
import { startLetter } from "#app/audience/letters/sending/transitions.server.ts"
import { createSenders } from "./letter-senders.ts"
import { startLetterServer } from "./letter-server.ts"
import { createLetter, createSubscribers } from "./letters.ts"
import { setSettings } from "./site-settings.ts"

type Options = {
  databaseUrl: string
  people: number
  kills: number
  connections: number
  perConnection: number
  /** Of so many mails, after one's end the server hangs up without a word. */
  dropsOneOf?: number
  patienceMs: number
}

/**
 * Sends a letter by two processes, all of which are killed again and again while they hand mails over, and replaced.
 *
 * @returns what the site says came of it, and what the mail server knows
 */
export async function sendUnderKills({ databaseUrl, people: number, kills, ...options }: Options) {
  const { connections, perConnection, dropsOneOf = Infinity, patienceMs } = options
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
