/** What a check found: nothing to do, something to look at, or something that is broken or will be. */
export const STATES = ["fix", "look", "good"] as const
export type CheckState = (typeof STATES)[number]

/** Said in words, too: colours alone tell some people nothing. */
export const STATE_LABELS: Record<CheckState, string> = {
  good: "Bien",
  look: "À voir",
  fix: "À corriger",
}
