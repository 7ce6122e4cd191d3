/** What leads from an empty site to a published podcast that one subscribes to, in this order. */
export const STEPS = ["podcast", "episode", "starter", "platforms", "mail", "backup"] as const
export type Step = (typeof STEPS)[number]
export type StepState = "done" | "passed" | "todo"

/** With the account, which is the first of them. */
export const ALL_STEPS = STEPS.length + 1

export const countDone = (states: Record<Step, StepState>) =>
  1 + STEPS.filter((step) => states[step] === "done").length

export const FIRST_STEPS = "/admin/first-steps"
