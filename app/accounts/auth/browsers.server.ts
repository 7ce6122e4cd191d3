import Bowser from "bowser"

const UNKNOWN = "Navigateur inconnu"
const KNOWN = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

/**
 * « Firefox sur Windows », from what a browser says of itself. Names that nobody knows are left out: anybody could write
 * to somebody in our mails by them.
 */
export function describeBrowser(userAgent: string | null) {
  if (!userAgent) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const name = browser.name && KNOWN.has(browser.name) ? browser.name : UNKNOWN
  return os.name && KNOWN.has(os.name) ? `${name} sur ${os.name}` : name
}
