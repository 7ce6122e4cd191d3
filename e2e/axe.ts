import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/**
 * What axe finds against WCAG 2.2 AA and its own good practice, a line for each element.
 *
 * @param within a selector: what lies under an open popover is not looked at
 */
export async function findViolations(page: Page, within?: string) {
  const builder = new AxeBuilder({ page })
    .options({ runOnly: RULES, resultTypes: ["violations"] })
    // Otherwise it opens a page of its own for each look, to gather what frames of other sites say: we have none.
    .setLegacyMode()
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  )
}
