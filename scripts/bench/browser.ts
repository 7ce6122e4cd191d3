import { type Browser, chromium } from "@playwright/test"
import { BROWSER_ARGS, ensureBrowser } from "#test/browser.ts"
import { closing } from "./cleanup.ts"
import { round } from "./figures.ts"
import { withPublicPages } from "./public-pages.ts"

/** How long a reader looks at the page without touching it, once it has loaded. */
const READING_MS = 3_000
const AIM_SCRIPT_KB = 20
const AIM_KB = 200

/** What a browser downloads for a reader who only reads. */
export async function measureBrowser() {
  console.log(
    `Browser: what Chromium downloads with an empty cache for a reader who does not touch the page for ${READING_MS / 1_000} s (kB on the\n` +
      `wire, headers included); aims: at most ${AIM_SCRIPT_KB} kB of scripts, ${AIM_KB} kB without pictures, nothing from elsewhere.`,
  )
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS })
  await closing(
    () => browser.close(),
    () =>
      withPublicPages(async (site, paths) => {
        const rows: Record<string, Record<string, number>> = {}
        for (const path of paths) rows[path] = await measurePage(browser, site, path)
        console.table(rows)
      }),
  )
}

async function measurePage(browser: Browser, site: string, path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  let requests = 0
  let elsewhere = 0
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    kinds.set(requestId, type)
    if (!response.url.startsWith(site) && !response.url.startsWith("data:")) elsewhere += 1
  })
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other"
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
    requests += 1
  })
  await network.send("Network.enable")
  await page.goto(site + path, { waitUntil: "networkidle" })
  await page.waitForTimeout(READING_MS)
  await context.close()
  const { Document = 0, Script = 0, Stylesheet = 0, Font = 0, Image = 0, ...others } = bytes
  const other = Object.values(others).reduce((sum, value) => sum + value, 0)
  const kB = (value: number) => round(value / 1_000, 1)
  return {
    requests,
    page: kB(Document),
    scripts: kB(Script),
    styles: kB(Stylesheet),
    fonts: kB(Font),
    other: kB(other),
    "without pictures": kB(Document + Script + Stylesheet + Font + other),
    pictures: kB(Image),
    elsewhere,
  }
}
