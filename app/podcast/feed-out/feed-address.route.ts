import type { CachedPage } from "#app/content/cached-page.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { FEED_PATH } from "./feed-address.ts"

export const handle = { cache: { parameters: [], shows: [] } } satisfies CachedPage

/** Where other sites have their feeds, and people try first. */
export function loader() {
  return redirectTo(FEED_PATH, 301)
}
