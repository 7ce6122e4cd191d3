import { parseId, parsePageNumber } from "#app/kit/lib/numbers.ts"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { cutAt, MAX_LENGTH, oneLine } from "./search-terms.ts"

export const RESULTS_PER_PAGE = 20

/** What the page of the search shows: it is all in its address. */
export type SearchView = {
  /** As it was typed, in one line. */
  search: string
  /** By the name it has in addresses. */
  kind?: string
  /** A guest's slug. */
  guest?: string
  year?: number
  page: number
}

/** A value that a filter does not have narrows nothing down. @param kinds the names of those that there are */
export function parseView(parameters: URLSearchParams, kinds: string[]): SearchView {
  const kind = parameters.get("type")
  const guest = parameters.get("invite")
  const year = parseId(parameters.get("annee") ?? "")
  const page = parsePageNumber(parameters.get("page"))
  return {
    // The rest is never shown again: an address takes so much, and links to it would be as long.
    search: cutAt(oneLine((parameters.get("q") ?? "").slice(0, MAX_LENGTH * 4)), MAX_LENGTH * 2),
    ...(kind !== null && kinds.includes(kind) && { kind }),
    ...(guest && /^[a-z0-9-]{1,200}$/.test(guest) && { guest }),
    ...(year !== undefined && year >= 1000 && year <= 9999 && { year }),
    page,
  }
}

const FIGURE = new Intl.NumberFormat("fr-FR")

/** « 3 résultats »; « plus de 499 résultats » where no more were looked at. */
export function spellResults(count: number, isCapped: boolean) {
  if (isCapped) return `plus de ${FIGURE.format(count - 1)} résultats`
  return `${FIGURE.format(count)} ${count > 1 ? "résultats" : "résultat"}`
}

/** @param changes others than the view has; a page stands for what was narrowed down in the same way */
export function searchAddress(view: Partial<SearchView>, changes: Partial<SearchView> = {}) {
  const { search, kind, guest, year, page = 1 } = { ...view, page: 1, ...changes }
  const parameters = new URLSearchParams()
  if (search) parameters.set("q", search)
  if (kind) parameters.set("type", kind)
  if (guest) parameters.set("invite", guest)
  if (year) parameters.set("annee", String(year))
  if (page > 1) parameters.set("page", String(page))
  return parameters.size > 0 ? `${SEARCH_PATH}?${parameters}` : SEARCH_PATH
}
