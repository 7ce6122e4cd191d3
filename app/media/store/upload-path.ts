/** Where the store has an upload until it is a medium. */
export const uploadPath = (id: string) => `uploads/${id}`

/** Where it has a file that an import waits with, by its sum. */
export const stagedPath = (sha256: string) => uploadPath(`${STAGED}${sha256}`)
export const STAGED = "import-"
