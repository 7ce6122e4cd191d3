import { expect, type Page } from "@playwright/test"

const WIDTHS = [320, 375, 390, 768, 1440]

/** At no width is anything of the page wider than the window. */
export async function expectNoSidewaysScrolling(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(content, `${page.url()} at ${width} pixels`).toBeLessThanOrEqual(width)
  }
}
