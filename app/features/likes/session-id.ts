const KEY = "cko_session_id"
let inMemory = ""

/**
 * This browser's own random identifier (specification, section 3), kept in its local storage under the name that the
 * decisions give; where storage is forbidden, for as long as the page is open.
 */
export function getSessionId() {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept && /^session_\d{1,16}_[a-z0-9-]{1,64}$/i.test(kept)) return kept
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
