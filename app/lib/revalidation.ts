import type { ShouldRevalidateFunctionArgs } from "react-router"
import { NOT_SENT } from "./keep-form.ts"

/** For what only a form sent from this page, or an explicit reload, can change: not when one merely moves on. */
export function onlyAfterWrites({
  formMethod,
  actionStatus,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  if (actionStatus === NOT_SENT) return false
  const isWrite = formMethod !== undefined && formMethod !== "GET"
  return isWrite || currentUrl.href === nextUrl.href
}
