import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type axe from "axe-core"

declare global {
  interface Window {
    axe: typeof axe
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
type Rules = Pick<axe.RunOptions, "runOnly" | "rules">

const RULES: Rules = {
  runOnly: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  },
}
const CONTRASTS: Rules = { runOnly: { type: "rule", values: ["color-contrast"] } }

/**
 * What axe finds against WCAG 2.2 AA and its own good practice, a line for each element; in the back office also of its
 * contrasts by dark.
 *
 * @param within a selector: what lies under an open popover is not looked at
 */
export async function findViolations(page: Page, within?: string) {
  const byLight = await findViolationsByLight(page, within)
  if ((await page.locator(".office").count()) === 0) return byLight
  await page.emulateMedia({ colorScheme: "dark" })
  // A busy machine draws in other colours, and begins to move to them, a picture later.
  await page.evaluate(async () => {
    for (let picture = 0; picture < 2; picture += 1) await new Promise(requestAnimationFrame)
  })
  const byDark = await look(page, CONTRASTS, within)
  await page.emulateMedia({ colorScheme: "light" })
  return [...byLight, ...byDark.map((line) => `by dark: ${line}`)]
}

/** What it finds by light alone: where the same page was seen by dark already. */
export function findViolationsByLight(page: Page, within?: string) {
  return look(page, RULES, within)
}

/** What it finds but contrasts, which take it longest: where the same colours were seen already. */
export function findViolationsInShape(page: Page) {
  return look(page, { ...RULES, rules: { "color-contrast": { enabled: false } } })
}

async function look(page: Page, rules: Rules, within?: string) {
  // Half of a look's time, if each brought it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE)
  await page.evaluate(endMotion)
  // What has come to lie halfway under a header that stays is no smaller for it.
  if (!within) await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
  return await page.evaluate(
    async ([context, options]) => {
      const { violations } = await window.axe.run(context, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      )
    },
    [
      within ?? "html",
      {
        ...rules,
        resultTypes: ["violations"],
        preload: { assets: ["media"] },
        // Frames show pages that are looked at by themselves, and some let nothing run.
        iframes: false,
      } satisfies axe.RunOptions,
    ] as const,
  )
}

/** Brings what moves to its end, so that no colour is on its way. One end may begin the next: of what inherits the colour. */
function endMotion() {
  for (;;) {
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect, timeline }) =>
          playState === "running" &&
          timeline === document.timeline &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
    if (moving.length === 0) return
    for (const one of moving) one.finish()
  }
}
