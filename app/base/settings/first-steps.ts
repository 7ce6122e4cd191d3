/** What leads from an empty site to a published podcast, in this order. */
export const STEPS = ["podcast", "episode", "mail", "backup"] as const
export type Step = (typeof STEPS)[number]

export const FIRST_STEPS = "/admin/first-steps"
