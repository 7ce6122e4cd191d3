import { redirect } from "react-router"

/** Visible ASCII without a backslash, and no second slash that would begin another host. */
const OWN_PATH = /^\/(?![/\\])[!-[\]-~]*$/

/**
 * Redirects within this site: where an address is made of what somebody sent, to the home page if it would lead elsewhere.
 * The only redirection of the code but for what hosts redirect themselves (the linter sees to it).
 */
export function redirectTo(path: string, init?: number | ResponseInit) {
  return redirect(toOwnPath(path), init)
}

/**
 * Redirects as a rule says that an admin made: also to other sites.
 *
 * @param location a path of this site, or a whole address
 */
export function redirectByRule(location: string, init: ResponseInit) {
  return location.startsWith("/") ? redirectTo(location, init) : redirect(location, init)
}

/** A path of this site as it is, or the home page's where a browser would read something else in it, such as a way up. */
export function toOwnPath(path: string) {
  if (!OWN_PATH.test(path) || !URL.canParse(path, SITE)) return "/"
  const { origin, href } = new URL(path, SITE)
  return origin === SITE && href === SITE + path ? path : "/"
}

const SITE = "https://site.invalid"
