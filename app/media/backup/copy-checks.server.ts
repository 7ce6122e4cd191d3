import { copiesFolder, listCopies } from "#app/db/backup/copies.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { type AllMade, type CopyCheck, type Made, readMade } from "./asked-copy.server.ts"

/** Whatever ends the process that verifies a copy would end each one that tries. */
export const MAX_STARTS = 3
/** What stood in the way may be gone then. */
const RETRY_MS = 6 * 3_600_000

/** The newest copy that is to be verified, by its name, with what is known of it. */
export async function findUnverified(now: Date): Promise<{ name: string; known: Made } | undefined> {
  const names = await listCopies(copiesFolder(getSettings().dataDir))
  if (names.length === 0) return undefined
  const made = await readMade()
  const name = names.findLast((one) => isDue(made[one]?.check, now))
  return name === undefined ? undefined : { name, known: made[name] ?? {} }
}

function isDue(check: CopyCheck | undefined, now: Date) {
  if (!check || check.outcome === "working") return true
  const mayRetry = check.outcome === "postponed" && check.starts < MAX_STARTS
  return mayRetry && now.getTime() - Date.parse(check.at) >= RETRY_MS
}

/**
 * What is known by verifying: of the newest copy that was, whether it restores; and whether that of the newest of all could not be found out.
 *
 * @param known what copies hold, where that was read already
 */
export async function findVerdict(known?: AllMade) {
  const names = await listCopies(copiesFolder(getSettings().dataDir))
  const made = known ?? (names.length > 0 ? await readMade() : {})
  const checks = names.toReversed().map((name) => made[name]?.check)
  const judged = checks.find((check) => check?.outcome === "verified" || check?.outcome === "failed")
  return {
    judged: judged && { at: new Date(judged.at), isGood: judged.outcome === "verified" },
    isPostponed: checks[0]?.outcome === "postponed",
  }
}
