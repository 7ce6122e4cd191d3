/** Where somebody agreed to get letters. */
export const CONSENT_ORIGINS = ["comment", "form", "import"] as const
export type ConsentOrigin = (typeof CONSENT_ORIGINS)[number]

/** Why people leave, as they may say afterwards. */
export const LEAVING_REASONS = ["often", "content", "elsewhere", "unasked", "other"] as const
export type LeavingReason = (typeof LEAVING_REASONS)[number]

/**
 * Where a list that hosts bring along is. `reading`: it is on its way here; `read`: it waits for their word; `undone`: those whom
 * it added and who had not confirmed were taken away again.
 */
export const IMPORT_STATES = ["reading", "read", "running", "done", "undone"] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** A line of a list that holds no address that could be one. */
export type RefusedLine = { line: number; text: string }

/**
 * What a list that hosts bring along says of somebody. `write`, `ask`: they get letters, or are asked to confirm first; `left`,
 * `undeliverable`: nothing is sent; `unknown`: nothing is sent, as nobody knows what it means.
 */
export type Fate = "write" | "ask" | "left" | "undeliverable" | "unknown"

/** A value by which a list speaks of its people, under which column, and how many of them; `isGuess`: hosts may know better. */
export type SaidValue = { column: string; value: string; count: number; fate: Fate; isGuess: boolean }
