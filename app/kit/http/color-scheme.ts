const COOKIE = "scheme:state"
const ONE_YEAR_S = 365 * 24 * 60 * 60

/** How the back office looks: as the device does, or always light or dark. */
export const COLOR_SCHEMES = ["auto", "light", "dark"] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

/** What somebody chose in this browser, according to a request's `Cookie` header. */
export function readColorScheme(cookieHeader: string | null): ColorScheme {
  const cookies = (cookieHeader ?? "").split(";").map((cookie) => cookie.trim())
  return COLOR_SCHEMES.find((scheme) => cookies.includes(`${COOKIE}=${scheme}`)) ?? "auto"
}

/** The text for `document.cookie` that keeps the choice for a year; the device's own needs no cookie. */
export function colorSchemeCookie(scheme: ColorScheme) {
  const maxAge = scheme === "auto" ? 0 : ONE_YEAR_S
  return `${COOKIE}=${scheme}; path=/; max-age=${maxAge}; SameSite=Lax`
}
