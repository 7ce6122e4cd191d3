/** What leads from an empty site to a published podcast that one subscribes to, in this order. */
export const STEPS = ["podcast", "episode", "starter", "platforms", "mail", "backup"] as const
export type Step = (typeof STEPS)[number]

export const FIRST_STEPS = "/admin/first-steps"
