/** « MC » of « Marie-Claire », « AD » of « Awa Diop » and « Awa de Diop »: the first letters of its first and last word. */
export function initialsOf(name: string) {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const first = words[0] ?? ""
  const last = words.length > 1 ? words.at(-1) : ""
  return [first, last].map((word) => [...(word ?? "")][0] ?? "").join("")
}
