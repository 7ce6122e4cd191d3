/** Three letters or digits in a row: what the indexes of long texts are made of. */
export function hasWords(search: string) {
  return /[\p{L}\p{N}]{3}/u.test(search)
}
