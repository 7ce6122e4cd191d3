import { BIN } from "./bin/bin-address.ts"
import type { TypeLink } from "./managed-type.ts"

/** Beside a list: the way to what was deleted of its kind. */
export const binLink = (kind: string): TypeLink => ({
  to: `${BIN}?kind=${kind}`,
  label: "Corbeille",
  icon: "trash",
})
