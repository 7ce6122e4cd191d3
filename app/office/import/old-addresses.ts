import { hasControls, pathKey } from "#app/base/redirects/addresses.ts"

/**
 * An address of the other site as a rule's old address has it: its path, or `/?p=12` where a number says what is meant.
 *
 * @param source the other site, without a slash at its end; its own folder belongs to its paths
 * @returns undefined for the first page, and for what is no address of that site or none that a rule can have
 */
export function oldPathOf(address: string, source: string) {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (bareHost(url.host) !== hostOf(source)) return undefined
  if (CONTROLS.test(url.pathname)) return undefined
  const key = pathKey(url.pathname)
  if (hasControls(key)) return undefined
  const numbered = [...url.searchParams].find(([name]) => NUMBERED.has(name))
  if (numbered && /^\d{1,19}$/.test(numbered[1])) return `${key}?${numbered[0]}=${numbered[1]}`
  return key === "/" ? undefined : key
}

/** What no rule and no row holds. */
const CONTROLS = /%(?:[01][\da-f]|7f)/i
/** By these WordPress says which text is meant, without its name. */
const NUMBERED = new Set(["p", "page_id", "attachment_id"])

export const hostOf = (source: string) => (URL.canParse(source) ? bareHost(new URL(source).host) : source)
const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, "")

/** What finds the addresses in a text that lead to the other site, as they stand there. */
export function oldAddresses(source: string) {
  const host = hostOf(source).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(`https?://(?:www\\.)?${host}(?![\\w.-])[^\\s()<>"'\\]]{0,2000}`, "gi")
}
