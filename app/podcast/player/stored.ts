/** What this browser keeps under a key; null too where it keeps nothing at all, as some are told to. */
export function readStored(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Does nothing where it is forbidden or full: a podcast is heard without it. */
export function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  }
}
