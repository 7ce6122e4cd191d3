import { EXTENSIONS, type MediaType } from "./recognised.ts"

const MAX_LETTERS = 150
/** Control characters, what turns the direction of a text around, and what nobody sees. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]/gu
/** Not the figures behind a point, as in « Saison 2.5 ». */
const EXTENSION = /\.(?=\d*[a-z])[a-z0-9]{1,5}$/i

/**
 * The name of a file as it may be shown and be part of an address: without folders, with the extension of what it is.
 *
 * @param claimed as a browser or another host has it
 */
export function cleanTitle(claimed: string, type: MediaType) {
  const name = claimed.slice(-4_000).toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? ""
  const text = name
    .replace(INVISIBLE, "")
    .replace(/["<>:|?*\s]{1,}/g, " ")
    .replace(EXTENSION, "")
    .replace(/^[. ]+/, "")
  const base = [...text].slice(0, MAX_LETTERS).join("").trim() || "fichier"
  // As the address of one of its smaller pictures is (app/kit/lib/media.ts).
  return `${/^\d+$/.test(base) ? `fichier-${base}` : base}.${EXTENSIONS[type]}`
}

/** The same name for a file of another type. */
export function withExtension(title: string, type: MediaType) {
  return `${title.replace(EXTENSION, "") || "fichier"}.${EXTENSIONS[type]}`
}
