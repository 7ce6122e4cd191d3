import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"

type RunOnly = { type: "tag" | "rule"; values: string[] }

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/**
 * What axe finds against WCAG 2.2 AA and its own good practice, a line for each element; in the back office also of its
 * contrasts by dark.
 *
 * @param within a selector: what lies under an open popover is not looked at
 */
export async function findViolations(page: Page, within?: string) {
  const inLight = await look(page, { type: "tag", values: RULES }, within)
  if ((await page.locator(".office").count()) === 0) return inLight
  // Without motion, so that no colour is on its way.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : [])),
    ),
  )
  const byDark = await look(page, { type: "rule", values: ["color-contrast"] }, within)
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null })
  return [...inLight, ...byDark.map((line) => `by dark: ${line}`)]
}

async function look(page: Page, runOnly: RunOnly, within?: string) {
  const builder = new AxeBuilder({ page })
    .options({ runOnly, resultTypes: ["violations"] })
    // Otherwise it opens a page of its own for each look, to gather what frames of other sites say: we have none.
    .setLegacyMode()
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  )
}
