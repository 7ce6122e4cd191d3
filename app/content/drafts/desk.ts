import { createContext } from "react"
import type { ContentKind } from "#app/kit/lib/content-kinds.ts"
import type { LoadedDesk } from "./desk.server.ts"

// What the address of a manager names beside the item in its form.

/** The draft that fills the form. */
export const DRAFT = "draft"
/** The version that fills the form. */
export const VERSION = "version"
/** The version that is compared with how the item is now. */
export const COMPARE = "compare"

/** What takes what concerns drafts, versions and secret addresses. */
export const DRAFTS_PATH = "/admin/drafts"

/** What a manager's page tells its form. */
export type Desk = LoadedDesk & {
  kind: ContentKind
  /** The item in the form; null for a new one. */
  itemId: number | null
  /** The draft that the form is kept in now: the one that was opened, or the one made since. */
  keptAs: number | null
  onKept: (id: number) => void
}

export const DeskContext = createContext<Desk | null>(null)
