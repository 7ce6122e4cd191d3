import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { db, type Database } from "#app/db/client.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { contentsOfSite } from "#app/db/starter/marked.server.ts"
import { STEPS, type Step } from "./first-steps.ts"

const SCHEMA = z.object({
  /** Those who began with a site that had its own contents already are not led. */
  isOpen: z.boolean(),
  /** What hosts left out on purpose, or looked at where there is nothing to do. */
  passed: z.array(z.enum(STEPS)),
})
const NEVER_BEGUN = { isOpen: false, passed: [] }

/** How far the first steps are, of what the site itself does not tell. @param on a transaction that holds the settings */
export async function readFirstSteps(on?: Pick<Database, "select">): Promise<z.output<typeof SCHEMA>> {
  return (await readSetting("first-steps", SCHEMA, on)) ?? NEVER_BEGUN
}

/** For the very first account: leads it, where nobody has written anything yet. @returns whether it does */
export async function beginFirstSteps() {
  if ((await contentsOfSite()).hasOwn) return false
  await writeSetting(db, "first-steps", { isOpen: true, passed: [] })
  return true
}

/** Passes a step over, or takes it up again. */
export function passStep(step: Step, isPassed: boolean) {
  return changeFirstSteps((before) => ({
    ...before,
    passed: [...before.passed.filter((name) => name !== step), ...(isPassed ? [step] : [])],
  }))
}

/** Ends the way, or leads along it again. */
export function openFirstSteps(isOpen: boolean) {
  return changeFirstSteps((before) => ({ ...before, isOpen }))
}

type FirstSteps = z.output<typeof SCHEMA>

function changeFirstSteps(change: (before: FirstSteps) => FirstSteps) {
  return db.transaction(async (tx) => {
    const before = await readFirstSteps(tx)
    const after = change(before)
    await writeSetting(tx, "first-steps", after)
    await record(tx, {
      action: "update",
      kind: "settings",
      id: "first-steps",
      title: "Premiers pas",
      before,
      after,
    })
  })
}
