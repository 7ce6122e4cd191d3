import { log } from "#app/kit/lib/log.server.ts"

/**
 * The items of a public list, or none when it cannot be loaded: the failure is logged and the page goes on with its
 * empty state, under status 503 so that nobody keeps it.
 */
export async function loadPublicList<Item>(loading: PromiseLike<Item[]>) {
  const { value, failed } = await loadOr<Item[]>(loading, [])
  return { items: value, status: failed ? 503 : 200 }
}

/** A part of a page that the page can do without: when it cannot be loaded, that is logged and `fallback` stands in. */
export async function loadOr<Value>(loading: PromiseLike<Value>, fallback: Value) {
  try {
    return { value: await loading, failed: false }
  } catch (error) {
    log.error(error, "part of a page not loaded")
    return { value: fallback, failed: true }
  }
}
