import { expect, type Page } from "@playwright/test"
import { findViolations, findViolationsByLight, findViolationsInShape } from "./axe.ts"

const WIDTHS = [320, 375, 390, 768, 1024, 1440]

/** At no width is anything of the page wider than the window, nor anything of its fixed header outside. */
export async function expectNoSidewaysScrolling(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(content, `${page.url()} at ${width} pixels`).toBeLessThanOrEqual(width)
    const outside = await page.locator("header :is(a, button)").evaluateAll((controls) =>
      controls
        .filter((control) => {
          const { left, right, width: shown } = control.getBoundingClientRect()
          return shown > 0 && (left < 0 || right > innerWidth)
        })
        .map((control) => control.textContent || control.ariaLabel),
    )
    expect(outside, `header of ${page.url()} at ${width} pixels`).toEqual([])
  }
}

/** Neither on a large screen, nor on a tablet, nor under a thumb does axe find anything: one visit for all. */
export async function expectAccessible(page: Page) {
  expect(await findViolations(page), "on a large screen").toEqual([])
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await findViolationsInShape(page), "on a tablet").toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const browser = await page.context().newCDPSession(page)
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true })
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true)
  expect(await findViolationsByLight(page), "on a phone").toEqual([])
  await browser.detach()
}
