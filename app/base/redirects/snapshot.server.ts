import { DatabaseDownError } from "#app/db/circuit-breaker.ts"
import { db, oncePerDatabase } from "#app/db/client.server.ts"
import { readRules } from "./read-rules.server.ts"
import { makeRuleTable } from "./rules.ts"

/** The rules of the open database, as this process last read them. */
const snapshot = oncePerDatabase(() => ({ table: makeRuleTable([]) }))

/** The rule for a visitor's path and query, and the rest that its star stands for; undefined for nearly every path. */
export function findRedirect(pathname: string, search = "") {
  try {
    return snapshot().table.find(pathname, search)
  } catch (error) {
    if (error instanceof DatabaseDownError) return undefined
    throw error
  }
}

let next: Promise<void> | undefined
let running: Promise<void> = Promise.resolve()

/**
 * Reads the rules anew: whatever was committed before holds in this process afterwards. Asked for again meanwhile, it
 * reads once more, and only once.
 */
export function refreshRedirects() {
  next ??= running
    .catch(() => {})
    .then(() => {
      const now = read()
      running = now
      next = undefined
      return now
    })
  return next
}

async function read() {
  const state = snapshot()
  const table = makeRuleTable([])
  for await (const some of readRules(db)) table.add(some)
  state.table = table
}
