import { redirect } from "react-router"

/** Visible ASCII without a backslash, and no second slash that would begin another host. */
const OWN_PATH = /^\/(?![/\\])[!-[\]-~]*$/

/**
 * Redirects within this site: where an address is made of what somebody sent, to the home page if it would lead elsewhere.
 * The only redirection of the code (the linter sees to it).
 */
export function redirectTo(path: string, init?: number | ResponseInit) {
  return redirect(toOwnPath(path), init)
}

/** A path of this site as it is, or the home page's where a browser would read something else in it, such as a way up. */
export function toOwnPath(path: string) {
  if (!OWN_PATH.test(path) || !URL.canParse(path, SITE)) return "/"
  const { origin, href } = new URL(path, SITE)
  return origin === SITE && href === SITE + path ? path : "/"
}

const SITE = "https://site.invalid"
