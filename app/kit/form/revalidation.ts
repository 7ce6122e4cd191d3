import type { ShouldRevalidateFunctionArgs } from "react-router"
import { UNANSWERED } from "./keep-form.ts"

/** For what only a form sent from this page, or an explicit reload, can change: not when one merely moves on. */
export function onlyAfterWrites({
  formMethod,
  actionStatus,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  if (actionStatus === UNANSWERED) return false
  const isWrite = formMethod !== undefined && formMethod !== "GET"
  return isWrite || currentUrl.href === nextUrl.href
}
