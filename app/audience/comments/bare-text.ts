/** Without case, accents and repeated white space: what looks alike is alike. */
export function toBareText(text: string) {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
}
