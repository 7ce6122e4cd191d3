import Bowser from "bowser"

/** « Firefox sur Windows », from what a browser says of itself. */
export function describeBrowser(userAgent: string | null) {
  if (!userAgent) return "Navigateur inconnu"
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const name = browser.name || "Navigateur inconnu"
  return os.name ? `${name} sur ${os.name}` : name
}
