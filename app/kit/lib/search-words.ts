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

/** What questions are full of, and no page is called by. */
const PARTICLES = new Set(
  "a au aux avec ce ces comment d dans de des du en et j je l la le les ma me mes mon ou par pour qu que sa ses sur un une".split(
    " ",
  ),
)

/**
 * The words of what somebody asks for, as `searchable` writes them, each as its singular begins: without those that say nothing,
 * unless there are no others.
 */
export function askedWords(search: string) {
  const words = searchable(search).match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !PARTICLES.has(word))
  return (telling.length > 0 ? telling : words).map((word) => word.replace(/(?<=...)[sx]$/, ""))
}
