import { data } from "react-router"
import { log } from "#app/kit/lib/log.server.ts"
import type { Listing } from "./list-type.ts"
import { type Filters, maxRows, parseListView, ROWS_PER_PAGE } from "./list-view.ts"
import type { ListOptions } from "./listed-rows.server.ts"

type List<Row, Measured extends { total: number }> = {
  /** How it is narrowed down and sorted, or the parameters that narrow it down by whatever they hold. */
  filterNames?: readonly string[] | Pick<Listing, "filters" | "sorts">
  list: (options: ListOptions & { filters: Filters }) => Promise<Row[]>
  /** How many rows `list` would go through, counted no further than `most`, and what else is said of all of them. */
  measure: (asked: { search: string; filters: Filters }, most: number) => Promise<Measured>
  /** Shown when the list cannot be loaded (docs/product.md 15.4). */
  cannotLoad: string
}

/**
 * One page of a list of the back office, which ends after `maxRows`: then `total` is one more than these. A list that
 * cannot be loaded is logged and empty, with a `failure` to show.
 *
 * @param url its parameters: `q` searches, `page` turns the pages
 */
export async function loadList<Row, Measured extends { total: number }>(
  url: URL,
  { list, measure, cannotLoad, filterNames }: List<Row, Measured>,
) {
  const view = parseListView(url.searchParams, filterNames)
  const { page, ...asked } = view
  const most = maxRows(view)
  const options = { ...asked, limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE }
  try {
    const [rows, measured] = await Promise.all([
      options.offset < most ? list(options) : [],
      measure(asked, most + 1),
    ])
    return { view, rows, ...measured, failure: undefined }
  } catch (error) {
    log.error(error, "list not loaded")
    const nothing: Partial<Measured> = {}
    return { view, rows: [], ...nothing, total: 0, failure: cannotLoad }
  }
}

/** A page with a list; 503 when that could not be loaded. */
export function respondWithList<Page extends { failure: string | undefined }>(page: Page) {
  return data(page, { status: page.failure ? 503 : 200 })
}
