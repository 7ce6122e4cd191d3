import { isReserved, pathKey } from "../addresses.ts"

const MAX_LENGTH = 200

/** Robots look everywhere for programs, copies and passwords that were left lying about. */
const GUESSES =
  /(?:^|\/)\.|\.(?:php\d?|phtml|aspx?|ashx|jspx?|cgi|pl|env|sql|sqlite|db|bak|old|swp|zip|tar|t?gz|rar|7z|ini|conf|config|ya?ml|toml|log|lock|pem|key|sh|exe|dll|map|git)(?:\/|$)|\/(?:wp-(?:admin|login|includes|json|config|cron)|xmlrpc|cgi-bin|phpmyadmin|pma|vendor|actuator|server-status|solr|telescope|hnap1|boaform|owa|ecp)(?:\/|\.|$)/
/** What somebody may be recognised by, or let in by: an e-mail address, a telephone number, a key. */
const PERSONAL =
  /@|(?:\d[ .]?){9}|\d\d(?:[-. ]\d\d){4}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-|(?:^|\/)(?=[^/]*\d)[\da-z+=~]{24,}(?:\/|$)/
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f]/

/**
 * A path that nothing answered at, as it is listed; undefined for what is none of the hosts' business: the site's own
 * addresses, robots' guesses, and what could tell of a person.
 */
export function listedPath(pathname: string) {
  if (pathname.length > 4 * MAX_LENGTH) return undefined
  const key = pathKey(pathname.replace(/\/_\.data$|\.data$/, ""))
  if (key === "/" || key.length > MAX_LENGTH || !key.isWellFormed()) return undefined
  const isKept = !isReserved(key) && !CONTROLS.test(key) && !GUESSES.test(key) && !PERSONAL.test(key)
  return isKept ? key : undefined
}
