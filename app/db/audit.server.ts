import { AsyncLocalStorage } from "node:async_hooks"
import type { AuditAction, AuditChanges, AuditKind } from "#app/kit/lib/audit.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import type { Database } from "./client.server.ts"
import { auditLog } from "./schema/audit.server.ts"

/** Who does something: an account, or (with `id` null) the site and its commands. */
export type Actor = { id: string | null; name: string; role: Role | null }

export type AuditEntry = {
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
/** For what anybody may try: signing in to somebody's account. */
export const SOMEBODY: Actor = { id: null, name: "inconnu", role: null }
const acting = new AsyncLocalStorage<Actor>()

/** Everything that `work` records was done by them. */
export function actAs<Result>(actor: Actor, work: () => Result) {
  return acting.run(actor, work)
}

/** Whose request is being answered; null for the site and its commands. */
export function actingId() {
  return acting.getStore()?.id ?? null
}

/** One statement of these stays far from PostgreSQL's 65,535 values. */
const ROWS_AT_ONCE = 1_000

/**
 * Writes deeds into the log, many in one statement.
 *
 * @param on the transaction that does them: what is undone was not done
 */
export async function record(on: Pick<Database, "insert">, ...entries: AuditEntry[]) {
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    await on.insert(auditLog).values(entries.slice(start, start + ROWS_AT_ONCE).map(toRow))
  }
}

function toRow({ actor = acting.getStore() ?? SITE, before, after, id, ...entry }: AuditEntry) {
  const title = shorten(storable(entry.title ?? ""))
  const changes = changesOf(before, after)
  return {
    ...entry,
    title,
    itemId: id === undefined ? null : String(id),
    actorId: actor.id,
    actor: actor.name,
    actorRole: actor.role,
    changes,
    addresses: addressesIn(`${title} ${JSON.stringify(changes)}`),
  }
}

const SECRET = /password|secret|token|digest|search_?text/i
const MAX_TEXT = 500
/** What stands before the first difference of two long texts. */
const LEAD = 60

function changesOf(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}) {
  const changes: AuditChanges = {}
  for (const field of Object.keys({ ...before, ...after })) {
    if (SECRET.test(field)) continue
    const [was, is] = [plain(before[field]), plain(after[field])]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changes[field] =
      typeof was === "string" && typeof is === "string" ? excerpts(was, is) : [short(was), short(is)]
  }
  return Object.keys(changes).length > 0 ? changes : null
}

/** What is empty counts as nothing, as it does in forms. */
function plain(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string") return storable(value) || null
  return value ?? null
}

/** PostgreSQL's JSON has no null characters, and no halves of what takes two. */
const storable = (text: string) => text.replaceAll("\0", "").toWellFormed()

/** Of long texts, what begins shortly before they differ. */
export function excerpts(was: string, is: string): [was: string, is: string] {
  const from = firstDifference(was, is) - LEAD
  const cut = (text: string) =>
    from > 0 && text.length > MAX_TEXT ? shorten(`…${text.slice(from)}`) : shorten(text)
  return [cut(was), cut(is)]
}

const short = (value: unknown) => (typeof value === "string" ? shorten(value) : value)

function firstDifference(one: string, other: string) {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

const shorten = (text: string) =>
  (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text).toWellFormed()

/** By these, rows are found when a person is erased (base/audit). */
function addressesIn(text: string) {
  const words = text.includes("@") ? text.toLowerCase().split(/[\s"<>()[\]{},;:\\«»]+/) : []
  // An apostrophe may be part of an address, or a quotation mark around it.
  const all = words.flatMap((word) => [word, ...word.split("'")])
  return [...new Set(all.filter((word) => /^[^@]{1,64}@[^@]{3,255}$/.test(word)).map(withoutDots))]
}

function withoutDots(word: string) {
  return word.endsWith(".") ? word.replace(/\.{1,10}$/, "") : word
}
