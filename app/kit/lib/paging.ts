/** One page of a list, and the address of the next one. */
export type Page<Item> = { items: Item[]; next: string | null }

/**
 * Makes a page from rows fetched with a limit of one more than it holds.
 *
 * @param url the address of this page; its other parameters are kept
 */
export function toPage<Item>(rows: Item[], perPage: number, page: number, url: URL): Page<Item> {
  if (rows.length <= perPage) return { items: rows, next: null }
  const next = new URLSearchParams(url.search)
  next.set("page", String(page + 1))
  return { items: rows.slice(0, perPage), next: `${url.pathname}?${next}` }
}
