import type { UploadPurpose } from "./upload-rules.ts"

// Where this browser's uploads are, so that the same file goes on after a reload. The server keeps what came of it for two days.

const PREFIX = "cko:upload:"
/** Apart, so that the library does not show them as files of its own. */
const IMPORT_PREFIX = "cko:import:"
const MAX_REMEMBERED = 50

export type Remembered = { url: string; name: string; bytes: number }

/** The same file of the same computer, as far as a browser lets one know. */
export const fingerprint = ({ name, size, lastModified }: File, purpose: UploadPurpose = "library") =>
  `${purpose === "import" ? IMPORT_PREFIX : PREFIX}${size}:${lastModified}:${name}`

export function remember(key: string, file: File, url: string) {
  const entry: Remembered = { url, name: file.name, bytes: file.size }
  // Private windows may have no room for it: the upload is then known as long as its page.
  attempt(() => localStorage.setItem(key, JSON.stringify(entry)))
}

export function recall(key: string) {
  return read(key)?.url
}

export function forget(key: string) {
  attempt(() => localStorage.removeItem(key))
}

export function listRemembered() {
  const keys = attempt(() => Object.keys(localStorage)) ?? []
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .slice(0, MAX_REMEMBERED)
    .flatMap((key) => {
      const entry = read(key)
      return entry ? [{ ...entry, key }] : []
    })
}

function read(key: string) {
  const entry = attempt(() => JSON.parse(localStorage.getItem(key) ?? "") as Remembered)
  return typeof entry?.url === "string" ? entry : undefined
}

function attempt<Result>(work: () => Result) {
  try {
    return work()
  } catch {
    return undefined
  }
}
