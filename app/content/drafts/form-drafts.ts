import { createContext } from "react"
import type { LoadedDrafts } from "./form-drafts.server.ts"

/** What a manager's page tells its form. */
export type FormDrafts = LoadedDrafts & {
  kind: string
  /** The item in the form; null for a new one. */
  itemId: number | null
  /** The draft that the form is kept in now: the one that was opened, or the one made since. */
  keptAs: number | null
  /** When that was last done: « à 14:05 ». */
  keptAt: string | undefined
  onKept: (id: number) => void
  /** Called each time. */
  onSaved: (keptAt: string) => void
}

export const FormDraftsContext = createContext<FormDrafts | null>(null)
