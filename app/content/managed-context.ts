import { createContext } from "react"
import type { ManagedRow, ShownType } from "./managed-type.ts"

/** The type whose form is shown, and what its list says of the item in it; null for forms of no managed type. */
export const ManagedContext = createContext<{ type: ShownType; row?: ManagedRow } | null>(null)
