const MAX_LETTERS = 200
const NAMELESS = "Fichier sans nom"
/** Control characters, and what turns or hides letters: a name must be what it looks like. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What a file is called by its name on somebody's computer: without folders, on one line, its ending kept. */
export function uploadTitle(name: string) {
  const bare = name.slice(-5_000).split(/[/\\]/).at(-1) ?? ""
  const clean = bare.toWellFormed().normalize("NFC").replace(UNSEEN, "").replace(/\s+/g, " ").trim()
  if (/^[. ]*$/.test(clean)) return NAMELESS
  const letters = [...clean]
  if (letters.length <= MAX_LETTERS) return clean
  const ending = /\.\w{1,5}$/.exec(clean)?.[0] ?? ""
  return letters.slice(0, MAX_LETTERS - ending.length - 1).join("") + "…" + ending
}
