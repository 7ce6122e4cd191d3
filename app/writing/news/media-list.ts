import { findFilm } from "#app/kit/lib/embeds.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

// The media of a news item after its first one, as its form holds them: one a line, `address | caption | thumbnail | type`, where
// what is empty at the end is left out. People can write that without scripts, and a form has few fields, however many they are.

export type ListedMedium = {
  mediaType: "image" | "video"
  mediaUrl: string
  thumbnailUrl: string | null
  caption: string
}

/** Of one news item, the first one included. */
export const MAX_MEDIA = 200
export const MAX_CAPTION_LENGTH = 300

export function readMedia(text: string): ListedMedium[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  return lines.map((line) => {
    const [address = "", caption = "", thumbnail = "", type = ""] = columnsOf(line)
    const mediaUrl = completeAddress(address)
    return {
      mediaType: /^vid[ée]o$/i.test(type) ? "video" : type === "image" ? "image" : guessType(mediaUrl),
      mediaUrl,
      thumbnailUrl: completeAddress(thumbnail) || null,
      caption,
    }
  })
}

export function writeMedia(media: readonly ListedMedium[]) {
  return media.map(toLine).join("\n")
}

/** What is wrong with a list, in French; undefined when nothing is. Media are counted as the form does, from the first one on. */
export function problemIn(media: readonly ListedMedium[]) {
  if (media.length >= MAX_MEDIA)
    return `Une actualité a ${MAX_MEDIA} médias au plus\u00a0: il y en a ${media.length + 1}`
  for (const [index, { mediaUrl, thumbnailUrl, caption }] of media.entries()) {
    const medium = `Média ${index + 2}`
    for (const address of [mediaUrl, ...(thumbnailUrl === null ? [] : [thumbnailUrl])]) {
      if (address.length > MAX_URL_LENGTH) return `${medium}\u00a0: l’adresse est trop longue`
      if (!isWebAddress(address) && !isSitePath(address))
        return `${medium}\u00a0: l’adresse doit commencer par https://, http:// ou /`
    }
    if (caption.length > MAX_CAPTION_LENGTH)
      return `${medium}\u00a0: la légende doit contenir moins de ${MAX_CAPTION_LENGTH} caractères`
  }
  return undefined
}

const FILM = /\.(?:mp4|m4v|webm|mov|ogv)(?:[?#]|$)/i

/** What an address most likely leads to: a film by its ending or its host, else a picture. */
export function guessType(address: string) {
  return FILM.test(address) || findFilm(address) !== undefined ? "video" : "image"
}

function toLine({ mediaType, mediaUrl, thumbnailUrl, caption }: ListedMedium) {
  const type = mediaType === guessType(mediaUrl) ? "" : mediaType === "video" ? "vidéo" : "image"
  const columns = [mediaUrl, caption, thumbnailUrl ?? "", type].map((column) =>
    column.replace(/[|\\]/g, String.raw`\$&`).replace(/[\r\n]+/g, " "),
  )
  while (columns.at(-1) === "") columns.pop()
  return columns.join(" | ")
}

/** Between bars; one that belongs to a column has a backslash before it, as in Markdown's tables. */
function columnsOf(line: string) {
  const columns = [""]
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ""
    if (sign === "|") columns.push("")
    else {
      if (sign === "\\") at += 1
      columns[columns.length - 1] += sign === "\\" ? (line[at] ?? "\\") : sign
    }
  }
  return columns.map((column) => column.trim())
}
