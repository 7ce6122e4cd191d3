import { and, asc, eq } from "drizzle-orm"
import { pathKey, readTarget, SITE } from "#app/base/redirects/addresses.ts"
import { listSitePages } from "#app/base/redirects/site-pages.server.ts"
import { db } from "#app/db/client.server.ts"
import { importThings } from "#app/db/schema/imports.server.ts"
import { hostOf, oldPathOf } from "./old-addresses.ts"
import type { RedirectThing } from "./things.ts"

/**
 * Where the redirections of the other site lead here: to a text that came along, to a page of the same address, to another site.
 *
 * @param texts by their old addresses, as rules have them, where texts are now
 * @returns by their ids, the rules; undefined of one whose goal did not come along
 */
export async function findRedirected(importId: number, site: string, texts: Map<string, string>) {
  const rows = await db
    .select({ id: importThings.sourceId, thing: importThings.thing })
    .from(importThings)
    .where(and(eq(importThings.importId, importId), eq(importThings.kind, "redirect")))
    .orderBy(asc(importThings.position))
  const things = rows.map(({ id, thing }) => ({ ...(thing as RedirectThing), id }))
  const next = new Map(things.map(({ from, to }) => [oldPathOf(site + from, site), to]))
  const goals = things.map(({ id, from, to }) => ({ id, from, goal: goalOf(to, site, { texts, next }) }))
  const pages = await listSitePages(goals.flatMap(({ goal }) => (goal.path === undefined ? [] : [goal.path])))
  const here = ({ path, address }: Goal) =>
    path === undefined ? address : (texts.get(path) ?? (pages.has(path) ? path : undefined))
  return new Map(
    goals.map(({ id, from, goal }) => {
      const source = oldPathOf(site + from, site)
      const target = readTarget(here(goal) ?? "", SITE, source ?? "")
      return [id, source !== undefined && target.ok ? { source, path: target.target } : undefined] as const
    }),
  )
}

/** The path of an address of that site, or one of another. */
type Goal = { path: string; address?: undefined } | { path?: undefined; address: string }

type Ways = { texts: Map<string, string>; next: Map<string | undefined, string> }

/** The end of a way: those of that site may lead from one to the next, or in a circle, which has none. */
function goalOf(to: string, site: string, { texts, next }: Ways): Goal {
  let goal = to
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const address = goal.startsWith("/") ? site + goal : goal
    if (hostOf(address) !== hostOf(site)) return { address }
    if (isFirstPage(address, site)) return { path: "/" }
    const path = oldPathOf(address, site)
    if (path === undefined) break
    const further = texts.has(path) ? undefined : next.get(path)
    if (further === undefined) return { path }
    goal = further
  }
  return { address: "" }
}

const isFirstPage = (address: string, site: string) =>
  pathKey(new URL(address).pathname) === pathKey(new URL(site).pathname)
const MAX_STEPS = 10
