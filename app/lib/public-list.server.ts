import { log } from "./log.server.ts"

/**
 * The items of a public list, or none when it cannot be loaded: the failure is logged and the page goes on with its
 * empty state, under status 503 so that nobody keeps it.
 */
export async function loadPublicList<Item>(loading: PromiseLike<Item[]>) {
  try {
    return { items: await loading, status: 200 }
  } catch (error) {
    log.error(error, "public list not loaded")
    return { items: [], status: 503 }
  }
}
