import { chromium } from "@playwright/test"
import { BROWSER_ARGS, ensureBrowser } from "#test/browser.ts"
import { round, visit } from "./figures.ts"
import { atEnd, BUSIEST, openPodcast } from "./site.ts"

/** How long a reader looks at the page without touching it, once it has loaded. */
const READING_MS = 3_000
/** 114 packages, 176 MB: only for who measures. */
const INSTALL = "npm install --no-save lighthouse@13.5.0"
/** What visitors may open, one of each kind. */
const PAGES = [
  "/",
  "/episodes",
  BUSIEST,
  "/news",
  "/blog",
  "/blog/article-7",
  "/about",
  "/contact",
  "/page/page-7",
]

type Row = Record<string, number>

/** What a browser downloads for a reader who only reads. */
export async function measureBrowser() {
  console.log(
    `Browser: what Chromium downloads with an empty cache for a reader who does not touch the page for ${READING_MS / 1_000} s (kB on the\n` +
      "wire, headers included); aims: at most 20 kB of scripts, 200 kB without pictures, nothing from elsewhere.",
  )
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS })
  atEnd(() => browser.close())
  await forEachPage(async (url) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    const kinds = new Map<string, string>()
    const bytes: Row = { Document: 0, Script: 0, Stylesheet: 0, Font: 0, Image: 0, Other: 0 }
    const found = { requests: 0, elsewhere: 0 }
    network.on("Network.responseReceived", ({ requestId, type, response }) => {
      kinds.set(requestId, type in bytes ? type : "Other")
      if (!response.url.startsWith(new URL(url).origin) && !response.url.startsWith("data:"))
        found.elsewhere += 1
    })
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "Other"
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength / 1_000
      found.requests += 1
    })
    await network.send("Network.enable")
    await page.goto(url, { waitUntil: "networkidle" })
    await page.waitForTimeout(READING_MS)
    await context.close()
    const all = Object.values(bytes).reduce((sum, kB) => sum + kB, 0)
    const kB = { ...bytes, "without pictures": all - (bytes.Image ?? 0) }
    return {
      ...Object.fromEntries(Object.entries(kB).map(([kind, size]) => [kind, round(size, 1)])),
      ...found,
    }
  })
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>
type Report = {
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { title: string; score: number }>
}
type Launch = (options: object) => Promise<{ port: number; kill: () => void }>

/** Lighthouse (mobile: a slow phone on a slow line) of each public page. */
export async function measureLighthouse() {
  // Named by variables: they are no dependencies, so that nobody has to install them for the rest.
  const [lighthouse, launcher] = ["lighthouse", "chrome-launcher"]
  const tools = await Promise.all([import(lighthouse), import(launcher)]).catch(() => undefined)
  if (!tools) return console.log(`Lighthouse is missing: ${INSTALL}`)
  console.log(
    "Lighthouse, mobile (its simulated slow phone and line), one run a page from an empty cache; aims: 100 in all four,\n" +
      "largest paint (LCP) under 1.2 s, no blocking time (TBT), no shift of layout (CLS).",
  )
  const [{ default: run }, { launch }] = tools as [{ default: Lighthouse }, { launch: Launch }]
  const chromeFlags = ["--headless=new", ...BROWSER_ARGS]
  const chrome = await launch({ chromePath: await ensureBrowser(), chromeFlags })
  atEnd(() => chrome.kill())
  await forEachPage(async (url) => {
    const { audits, categories } = (await run(url, { port: chrome.port, logLevel: "error" })).lhr
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
    return {
      ...Object.fromEntries(Object.values(categories).map(({ title, score }) => [title, round(score * 100)])),
      "LCP s": round(value("largest-contentful-paint") / 1_000, 2),
      "TBT ms": round(value("total-blocking-time")),
      CLS: round(value("cumulative-layout-shift"), 3),
    }
  })
}

async function forEachPage(measure: (url: string) => Promise<Row>) {
  const { url } = await openPodcast()
  const rows: Record<string, Row> = {}
  for (const path of PAGES) {
    // Rendered once already.
    await visit(url + path)
    rows[path] = await measure(url + path)
  }
  console.table(rows)
}
