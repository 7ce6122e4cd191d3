import { data } from "react-router"
import { countAttempts, waitingText } from "../limits/rate-limits.server.ts"
import type { ServerFailure } from "./server-failure.ts"

/** What came of trying a mail server, for who asked. */
export type Trial =
  | { outcome: "worked" | "not-tried"; title?: string; advice: string }
  | ({ outcome: "failed" } & ServerFailure)

/**
 * Lets somebody try a mail server, a few times only.
 *
 * @param name of what is tried, by which its attempts are counted
 * @returns the page's answer
 */
export async function answerTrial(name: string, userId: string, tryServer: () => Promise<Trial>) {
  const limits = [
    { name: `${name}-minutes`, points: 5, seconds: 600 },
    { name: `${name}-day`, points: 30, seconds: 86_400 },
  ]
  const wait = await countAttempts(limits, userId)
  if (wait === 0) return data({ trial: await tryServer() }, 200)
  const trial: Trial = { outcome: "not-tried", advice: waitingText(wait) }
  return data({ trial }, { status: 429, headers: { "Retry-After": String(wait) } })
}
