/** What a check found: something that is broken or will be, something to look at, nothing to do, or nothing to check as it is not set. */
export const STATES = ["fix", "look", "good", "unset"] as const
export type CheckState = (typeof STATES)[number]

/** Said in words, too: colours alone tell some people nothing. */
export const STATE_LABELS: Record<CheckState, string> = {
  good: "Bien",
  look: "À voir",
  fix: "À corriger",
  unset: "Pas en place",
}
