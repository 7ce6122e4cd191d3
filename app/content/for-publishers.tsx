import { use } from "react"
import { ManagedContext } from "./managed-context.ts"

/** What a form has for who may publish only. */
export function ForPublishers({ children }: { children: React.ReactNode }) {
  return use(ManagedContext)?.type.isDraftsOnly ? null : children
}
