import { setTimeout as sleep } from "node:timers/promises"
import { BUSIEST, KINDS, withData } from "./filled-site.ts"
import { median } from "./figures.ts"
import { load } from "./load.ts"
import { withSite } from "./site.ts"

const STARTS = 5
const REST_MS = 5_000
const LOAD_S = 10
const AIM_MS = 800
const AIM_MB = 300

/** How soon a site with data is there, and how much memory it takes. */
export async function measureStart() {
  console.log(
    `Start and memory, with a podcast's data there already: from the command to the last byte of the first page (median of ${STARTS}\n` +
      `starts; aim ${AIM_MS} ms), and memory of the site (VmRSS) + that of the embedded database\n` +
      `(Pss of its processes) ${REST_MS / 1_000} s after it, after ${LOAD_S} s each of 256 connections on cached pages and 32 on uncached ones,\n` +
      `and after ${REST_MS / 1_000} s more of rest; aim: ${AIM_MB} MB together.`,
  )
  const rows: Record<string, Record<string, number | string>> = {}
  for (const kind of KINDS) {
    await withData(kind, async (where) => {
      const starts: number[] = []
      for (let turn = 1; turn < STARTS; turn += 1) {
        starts.push(await withSite(where, async ({ startedInMs }) => startedInMs))
      }
      rows[kind] = await withSite(where, async ({ url, startedInMs, memory }) => {
        starts.push(startedInMs)
        await sleep(REST_MS)
        const atRest = await memory()
        await load(url + BUSIEST, 256, LOAD_S, { "Accept-Encoding": "br" })
        await load(url + BUSIEST, 32, LOAD_S, { Cookie: "cko.session_token=none" })
        const afterLoad = await memory()
        await sleep(REST_MS)
        return {
          "first page ms": median(starts),
          "of all starts": starts.join(" "),
          "at rest MB": atRest,
          "after load MB": afterLoad,
          "rested again MB": await memory(),
        }
      })
    })
  }
  console.table(rows)
}
