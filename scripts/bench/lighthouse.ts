import { BROWSER_ARGS, ensureBrowser } from "#test/browser.ts"
import { closing } from "./cleanup.ts"
import { round } from "./figures.ts"
import { withPublicPages } from "./public-pages.ts"

/** 114 packages, 176 MB: only for who measures. */
const INSTALL = "npm install --no-save lighthouse@13.5.0"

type Audit = {
  id: string
  title: string
  score: number | null
  numericValue?: number
  displayValue?: string
  details?: { items?: object[] }
}
type Category = { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
type Result = { lhr: { audits: Record<string, Audit>; categories: Record<string, Category> } }
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>
type Launch = (options: object) => Promise<{ port: number; kill: () => void }>

/** Lighthouse (mobile: a slow phone on a slow line) of each public page, and what costs points. */
export async function measureLighthouse() {
  const tools = await loadTools()
  if (!tools) return console.log(`Lighthouse is missing: ${INSTALL}`)
  console.log(
    "Lighthouse, mobile (its simulated slow phone and line), one run a page from an empty cache; aims: 100 in all four,\n" +
      "largest paint (LCP) under 1.2 s, no blocking time (TBT), no shift of layout (CLS).",
  )
  const chrome = await tools.launch({
    chromePath: await ensureBrowser(),
    chromeFlags: ["--headless=new", ...BROWSER_ARGS],
  })
  await closing(
    async () => chrome.kill(),
    () =>
      withPublicPages(async (site, paths) => {
        const rows: Record<string, Record<string, number | string>> = {}
        const costs: string[] = []
        for (const path of paths) {
          const result = await tools.lighthouse(site + path, { port: chrome.port, logLevel: "error" })
          if (!result) throw new Error(`Lighthouse said nothing about ${path}`)
          rows[path] = rowOf(result)
          costs.push(...costsOf(result).map((cost) => `${path}: ${cost}`))
        }
        console.table(rows)
        console.log(costs.length > 0 ? `What costs points:\n${costs.join("\n")}` : "Nothing costs points.")
      }),
  )
}

/** Named by variables: they are no dependencies, so that nobody has to install them for the rest. */
async function loadTools() {
  const [lighthouse, launcher] = ["lighthouse", "chrome-launcher"]
  try {
    return {
      lighthouse: ((await import(lighthouse)) as { default: Lighthouse }).default,
      launch: ((await import(launcher)) as { launch: Launch }).launch,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined
    throw error
  }
}

function rowOf({ lhr: { audits, categories } }: Result) {
  const scores = Object.values(categories).map(({ title, score }) => [title, round((score ?? 0) * 100)])
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    ...Object.fromEntries(scores),
    "LCP s": round(value("largest-contentful-paint") / 1_000, 2),
    "TBT ms": round(value("total-blocking-time")),
    CLS: round(value("cumulative-layout-shift"), 3),
  }
}

/** Every audit with a weight that is not perfect, with what it names first. */
function costsOf({ lhr: { audits, categories } }: Result) {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 1) return []
      const [first] = audit.details?.items ?? []
      const named = first ? ` ${JSON.stringify(first).slice(0, 300)}` : ""
      return [
        `${title}, ${id} (${round(audit.score * 100)} of 100): ${audit.title} ${audit.displayValue ?? ""}${named}`,
      ]
    }),
  )
}
