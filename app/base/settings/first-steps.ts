/** What leads from an empty site to a published podcast that one subscribes to, in this order. */
export const STEPS = ["podcast", "episode", "starter", "platforms", "mail", "backup"] as const
export type Step = (typeof STEPS)[number]
export type StepState = "done" | "passed" | "todo"

/** Those of a site, in their order: not every site has each. */
export type StepStates = Partial<Record<Step, StepState>>

/** With the account, which is the first of them. */
export function countSteps(states: StepStates) {
  const all = Object.values(states)
  return { all: 1 + all.length, done: 1 + all.filter((state) => state === "done").length }
}

export const firstToDo = (states: StepStates) => STEPS.find((step) => states[step] === "todo")

export const FIRST_STEPS = "/admin/first-steps"
