import { setTimeout as sleep } from "node:timers/promises"
import { visit } from "./visitor.ts"
import { KINDS, type Ledger, write } from "./writers.ts"

type Site = { url: string; cookie: string; sound: string }
type Answer = { what: string; status: number | string; ms: number }

const PAGES = ["/", "/episodes/1", "/feed.xml", "/recherche?q=awa"]

/** Readers, a listener and writers of each kind, until told to stop. */
export function startTraffic({ url, cookie, sound }: Site, ledger: Ledger) {
  let isOver = false
  let answers: Answer[] = []
  const goOn = async (what: string, ask: () => Promise<{ status: number }>) => {
    while (!isOver) {
      const began = performance.now()
      const status = await ask().then(
        (answer) => answer.status,
        (error: Error) => error.name,
      )
      answers.push({ what, status, ms: performance.now() - began })
      await sleep(100)
    }
  }
  const range = { Range: "bytes=0-99999", "User-Agent": "AntennaPod/3.5.0" }
  const readers = PAGES.map((path) => goOn("read", () => visit(url + path)))
  const listener = goOn("listen", () => visit(url + sound, { headers: range }))
  const writers = KINDS.map((kind) => goOn("write", () => write(url, kind, ledger, cookie)))
  return {
    async stop() {
      isOver = true
      await Promise.all([...readers, listener, ...writers])
    },
    /** What was answered since the last time. */
    take() {
      const taken = answers
      answers = []
      return taken
    },
  }
}

/** By what was asked for how often which answer came, and how long the slowest took. */
export function figuresOf(answers: Answer[]) {
  const lines = Object.entries(Object.groupBy(answers, ({ what }) => what)).map(([what, of = []]) => {
    const counts = Object.entries(Object.groupBy(of, ({ status }) => status))
    const said = counts.map(([status, those = []]) => `${those.length} × ${status}`).join(", ")
    return `${what}: ${said}, slowest ${Math.round(Math.max(...of.map(({ ms }) => ms)))} ms`
  })
  return lines.toSorted().join("; ")
}
