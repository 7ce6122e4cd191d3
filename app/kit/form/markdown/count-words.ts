/** Words as people count them: « l’été » is two, an address is one. */
export function countWords(text: string) {
  let count = 0
  for (const word of text.replace(ADDRESS, " adresse ").matchAll(WORD)) if (word) count += 1
  return count
}

/** « 1 mot », « 1 234 mots ». */
export function spellWords(count: number) {
  return `${count.toLocaleString("fr-FR")} ${count > 1 ? "mots" : "mot"}`
}

const ADDRESS = /(?:https?:\/\/|\/media\/)[^\s)]{1,500}/g
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu
