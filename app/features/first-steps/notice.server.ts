import { contentsOfSite } from "#app/db/starter/marked.server.ts"
import { STEPS } from "../settings/first-steps.ts"
import { readFirstSteps } from "../settings/first-steps.server.ts"
import { loadFirstSteps } from "./steps.server.ts"

export const NO_NOTICE = { hasFirstSteps: false, offersRemoval: false }

/** What every page of the back office says of a site that is being set up: asked of few rows. */
export async function firstStepsNotice() {
  const [{ isOpen }, { hasStarter, hasOwn }] = await Promise.all([readFirstSteps(), contentsOfSite()])
  const isUnfinished = isOpen && (await isAnyToDo())
  return { hasFirstSteps: isUnfinished, offersRemoval: hasStarter && hasOwn }
}

async function isAnyToDo() {
  const { states } = await loadFirstSteps()
  return STEPS.some((step) => states[step] === "todo")
}
