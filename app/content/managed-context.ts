import { createContext } from "react"
import type { ManagedRow, ShownType } from "./managed-type.ts"

export type ManagedItem = {
  type: ShownType
  /** What the type's list says of the item that is shown. */
  row?: ManagedRow
  /** « à 14:05 » */
  savedAt?: string
  /** When it was or is going to be published, and in words. */
  publication?: { time: number; said: string }
  /** What is known of the letter that announces it. */
  letter?: { to?: string; state: string }
  /** Whose it is, and to whom an admin may give it. */
  author?: { id: string; name: string }
  authors?: { id: string; name: string }[]
}

/** The type whose form is shown, and the item in it; null for forms of no managed type. */
export const ManagedContext = createContext<ManagedItem | null>(null)
