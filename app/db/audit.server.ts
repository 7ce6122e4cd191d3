import { AsyncLocalStorage } from "node:async_hooks"
import type { AuditAction, AuditChanges, AuditKind } from "../lib/audit.ts"
import type { Role } from "../lib/roles.ts"
import type { Database } from "./client.server.ts"
import { auditLog } from "./schema/audit.server.ts"

/** Who does something: an account, or (with `id` null) the site and its commands. */
export type Actor = { id: string | null; name: string; role: Role | null }

export type Deed = {
  action: AuditAction
  kind: AuditKind
  id?: string | number
  /** The item's, at the time. */
  title?: string
  /** The fields written, as they were and as they are now; those that are the same are left out. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Where it is not who the request is from: signing in. */
  actor?: Actor
}

const SITE: Actor = { id: null, name: "site", role: null }
const acting = new AsyncLocalStorage<Actor>()

/** Everything that `work` records was done by them. */
export function actAs<Result>(actor: Actor, work: () => Result) {
  return acting.run(actor, work)
}

/**
 * Writes deeds into the log.
 *
 * @param on the transaction that does them: what is undone was not done
 */
export async function record(on: Pick<Database, "insert">, ...deeds: Deed[]) {
  if (deeds.length === 0) return
  const rows = deeds.map(({ actor = acting.getStore() ?? SITE, before, after, id, ...deed }) => ({
    ...deed,
    itemId: id === undefined ? null : String(id),
    actorId: actor.id,
    actor: actor.name,
    actorRole: actor.role,
    changes: changesOf(before, after),
  }))
  await on.insert(auditLog).values(rows)
}

const SECRET = /password|secret|token|digest|search_?text/i
const MAX_TEXT = 500

function changesOf(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}) {
  const changes: AuditChanges = {}
  for (const field of Object.keys({ ...before, ...after })) {
    if (SECRET.test(field)) continue
    const [was, is] = [plain(before[field]), plain(after[field])]
    if (JSON.stringify(was) !== JSON.stringify(is)) changes[field] = [shorten(was), shorten(is)]
  }
  return Object.keys(changes).length > 0 ? changes : null
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

const shorten = (value: unknown) =>
  typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
