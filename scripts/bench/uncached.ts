import { BUSIEST, KINDS, withPodcast } from "./filled-site.ts"
import { round } from "./figures.ts"
import { load, loadGenerator } from "./load.ts"

const CONNECTIONS = 32
const SECONDS = 6
/** A session that is none: what carries it is never answered from the page cache. */
const NOT_CACHED = { Cookie: "cko.session_token=none" }

/** Pages rendered for each request. */
export async function measureUncached() {
  console.log(
    `Uncached: every page rendered anew (a session cookie that is none passes by the page cache), uncompressed; one process\n` +
      `on one core, ${loadGenerator} on the other over ${CONNECTIONS} connections, ${SECONDS} s a page after 3 s for warming up.`,
  )
  const rows: Record<string, Record<string, number>> = {}
  for (const kind of KINDS) {
    await withPodcast(kind, async ({ url }) => {
      for (const path of ["/", "/episodes", "/episodes?q=musique", BUSIEST, "/news", "/blog"]) {
        await load(url + path, CONNECTIONS, 3, NOT_CACHED)
        const { perSecond, p99Ms, failures } = await load(url + path, CONNECTIONS, SECONDS, NOT_CACHED)
        rows[`${path} (${kind})`] = { "pages/s": round(perSecond), "p99 ms": round(p99Ms, 1), failures }
      }
    })
  }
  console.table(rows)
}
