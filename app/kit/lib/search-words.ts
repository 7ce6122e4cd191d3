/** A text as searches compare it: without case and accents. In the database that is `searchable`. */
export function searchable(text: string) {
  return text
    .replace(/[œŒ]/g, "oe")
    .replace(/[’‘]/g, "'")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
}

/** Three letters or digits in a row: what the indexes of long texts are made of. */
export function hasWords(search: string) {
  return /[\p{L}\p{N}]{3}/u.test(search)
}
