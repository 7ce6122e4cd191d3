import { readFirstSteps } from "#app/base/settings/first-steps.server.ts"
import { countSteps, firstToDo } from "#app/base/settings/first-steps.ts"
import { contentsOfSite } from "#app/db/starter/marked.server.ts"
import { loadFirstSteps } from "./steps.server.ts"

/** Whether what came with the site stands beside what hosts wrote. */
export async function offersRemoval() {
  const { hasStarter, hasOwn } = await contentsOfSite()
  return hasStarter && hasOwn
}

/** How far a site is that is being set up; undefined once everything is done or left out, or somebody ended it. */
export async function findStepsToDo() {
  if (!(await readFirstSteps()).isOpen) return undefined
  const { states } = await loadFirstSteps()
  const next = firstToDo(states)
  return next && { next, ...countSteps(states) }
}
