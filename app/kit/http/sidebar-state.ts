const COOKIE = "sidebar:state"
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

/** Whether the sidebar is open, according to a request's `Cookie` header; it is unless it was closed. */
export function readSidebarState(cookieHeader: string | null): boolean {
  const cookies = (cookieHeader ?? "").split(";").map((cookie) => cookie.trim())
  return !cookies.includes(`${COOKIE}=false`)
}

/** The text for `document.cookie` that keeps the state for 7 days. */
export function sidebarCookie(isExpanded: boolean) {
  return `${COOKIE}=${isExpanded}; path=/; max-age=${SEVEN_DAYS_S}; SameSite=Lax`
}
