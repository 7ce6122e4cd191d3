import type { RouterContextProvider } from "react-router"
import { getOwedFactor, getViewer } from "#app/accounts/auth/guard.server.ts"
import { can, type Permission } from "#app/kit/lib/rights.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findMeant } from "./action-words.server.ts"
import type { SearchResults } from "./search-results.ts"
import { listSources } from "./search-sources.server.ts"

/**
 * What the signed-in person may find, all kinds at once. A kind that cannot be looked through is left out,
 * and `isPartial` then.
 *
 * @param context of the request, behind a guard
 * @param search as `parseSearch` makes it
 */
export async function searchOffice(
  context: Readonly<RouterContextProvider>,
  search: string,
): Promise<SearchResults> {
  if (!search) return { meant: [], groups: [], isPartial: false }
  const may = await mayFind(context)
  const answers = await Promise.all(
    listSources(getViewer(context))
      .filter(({ permission }) => may(permission))
      .map(async ({ kind, label, icon, path, find }) => {
        const { value: hits, failed } = await loadOr(find(search), [])
        return { failed, group: { kind, label, icon, path, hits } }
      }),
  )
  return {
    meant: findMeant(getViewer(context), search),
    groups: answers.map(({ group }) => group).filter(({ hits }) => hits.length > 0),
    isPartial: answers.some(({ failed }) => failed),
  }
}

/** As the guards of the pages that one is led to. */
async function mayFind(context: Readonly<RouterContextProvider>) {
  const viewer = getViewer(context)
  const owed = await getOwedFactor(context)
  return (permission: Permission) =>
    can(viewer, permission) && (permission === "settings" || !owed?.isOverdue)
}
