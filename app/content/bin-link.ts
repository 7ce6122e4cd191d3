import type { TypeLink } from "./managed-type.ts"

export const BIN = "/admin/bin"

/** Beside a list: the way to what was deleted of its kind. */
export const binLink = (kind: string): TypeLink => ({
  to: `${BIN}?kind=${kind}`,
  label: "Corbeille",
  icon: "trash",
})

/** After several were deleted at once: the way to all of them. */
export const TO_BIN = { to: BIN, label: "Voir la corbeille" }
