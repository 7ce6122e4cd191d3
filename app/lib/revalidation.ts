import type { ShouldRevalidateFunctionArgs } from "react-router"

/** For what only a form sent from this page, or an explicit reload, can change: not when one merely moves on. */
export function onlyAfterWrites({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const isWrite = formMethod !== undefined && formMethod !== "GET"
  return isWrite || currentUrl.href === nextUrl.href
}
