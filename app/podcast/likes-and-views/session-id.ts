const KEY = "cko_session_id"
let inMemory = ""

/**
 * This browser's own random identifier (docs/product.md 10.1), kept in its local storage; where
 * storage is forbidden, for as long as the page is open.
 */
export function getSessionId() {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored && /^session_\d{1,16}_[a-z0-9-]{1,64}$/i.test(stored)) return stored
    localStorage.setItem(KEY, makeSessionId())
    return localStorage.getItem(KEY) ?? makeSessionId()
  } catch {
    return (inMemory ||= makeSessionId())
  }
}

const makeSessionId = () => `session_${Date.now()}_${makeRandomName()}`

/** About twenty letters and digits, which nobody else will draw. */
export function makeRandomName() {
  const random = crypto.getRandomValues(new Uint32Array(3))
  return [...random].map((part) => part.toString(36)).join("")
}
