import { expect, type Page, test } from "@playwright/test"
import { findViolations, findViolationsInShape } from "./axe.ts"

const WIDTHS = [320, 375, 768, 1024, 1440]
/** Of those who walk at the same time. */
const WALKERS = 2

/**
 * Tests that look at pages one after the other in one window, which is opened once for all and knows their scripts: as visitors go,
 * and in a fraction of the time that a window for each takes.
 *
 * @returns of each the addresses it looks at, and what it does
 */
export function walksThrough<Look extends { path: string }>(
  pages: readonly Look[],
  look: (page: Page, one: Look) => Promise<void>,
) {
  return Array.from({ length: WALKERS }, (_, walker) => {
    const own = pages.filter((_one, index) => index % WALKERS === walker)
    const walk = async ({ page }: { page: Page }) => {
      test.setTimeout(300_000)
      for (const one of own) {
        await test.step(one.path, async () => {
          await page.setViewportSize(DESK)
          await look(page, one)
        })
      }
    }
    return [own.map(({ path }) => path).join(" "), walk] as const
  })
}
const DESK = { width: 1440, height: 900 }

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

/** Neither on a large screen nor under a thumb does axe find anything: one visit for both. */
export async function expectAccessible(page: Page) {
  expect(await findViolations(page), "on a large screen").toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const browser = await page.context().newCDPSession(page)
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true })
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true)
  // The office's colours lie on the same paper there.
  const isOffice = (await page.locator(".office").count()) > 0
  const find = isOffice ? findViolationsInShape : findViolations
  expect(await find(page), "on a phone").toEqual([])
  await browser.detach()
}
