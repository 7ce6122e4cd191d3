import { chromium } from "@playwright/test"
import { ensureBrowser } from "../test/browser.ts"

/** What Chromium downloads for each page, by kind, in kB on the wire, and how many requests that takes. */
export async function measureDownloads(site: string, pages: string[]) {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  })
  const rows: Record<string, Record<string, number>> = {}
  for (const path of pages) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    const kinds = new Map<string, string>()
    const row: Record<string, number> = {
      requests: 0,
      Document: 0,
      Script: 0,
      Stylesheet: 0,
      Font: 0,
      Image: 0,
    }
    let elsewhere = 0
    network.on("Network.responseReceived", ({ requestId, type, response }) => {
      kinds.set(requestId, type)
      if (!response.url.startsWith(site) && !response.url.startsWith("data:")) elsewhere += 1
    })
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "Other"
      row[kind] = (row[kind] ?? 0) + encodedDataLength / 1000
      row.requests = (row.requests ?? 0) + 1
    })
    await network.send("Network.enable")
    await page.goto(site + path, { waitUntil: "networkidle" })
    rows[path] = {
      ...Object.fromEntries(Object.entries(row).map(([kind, size]) => [kind, Math.round(size)])),
      elsewhere,
    }
    await context.close()
  }
  await browser.close()
  return rows
}
