import { cleanCharacters, plainText } from "#app/kit/lib/from-html/html-texts.ts"
import type { RawItem } from "./raw-item.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

type Elements = RawItem["elements"]

/**
 * The file to listen to: an audio enclosure, else any enclosure that is no document, else audio in media:content; with its
 * size and, as written, its duration where media:content says them.
 */
export function pickAudio(elements: Elements) {
  const files = elements.flatMap(({ key, attributes }) => {
    const url = httpUrl(cleanCharacters(attributes.get("url") ?? ""))
    const type =
      cleanCharacters(attributes.get("type") ?? "")
        .trim()
        .toLowerCase() || null
    const bytes = byteCount(attributes.get("length") ?? attributes.get("fileSize") ?? "")
    const duration = key === "media:content" ? (attributes.get("duration") ?? "") : ""
    const isAudio = type
      ? type.startsWith("audio/")
      : attributes.get("medium") === "audio" || AUDIO.test(url ?? "")
    return url ? [{ key, url, type: type?.slice(0, 100) ?? null, bytes, duration, isAudio }] : []
  })
  const enclosures = files.filter(({ key }) => key === "rss:enclosure")
  const sounds = files.filter(({ key, isAudio }) => key === "media:content" && isAudio)
  const picked =
    enclosures.find(({ isAudio }) => isAudio) ??
    enclosures.find(({ type }) => !/^(image|text)\/|pdf/.test(type ?? "")) ??
    sounds[0]
  if (!picked) return undefined
  const same = files.filter(({ url }) => url === picked.url)
  return {
    ...picked,
    bytes: picked.bytes ?? same.find(({ bytes }) => bytes !== null)?.bytes ?? null,
    // Another file of the item is another form of the same: it lasts as long.
    duration: [...same, ...sounds].find(({ duration }) => duration !== "")?.duration ?? "",
  }
}

/** The item's own picture: itunes:image, else media:thumbnail, else an image in media:content. */
export function pickThumbnail(elements: Elements) {
  const of = (key: string, attribute: string, isPicture: (attributes: Map<string, string>) => boolean) => {
    const pictures = elements.filter((element) => element.key === key && isPicture(element.attributes))
    return pictures
      .map(({ attributes }) => httpUrl(cleanCharacters(attributes.get(attribute) ?? "")))
      .find(Boolean)
  }
  return (
    of("itunes:image", "href", () => true) ??
    of("media:thumbnail", "url", () => true) ??
    of("media:content", "url", (attributes) => {
      return attributes.get("medium") === "image" || /^image\//i.test(attributes.get("type") ?? "")
    })
  )
}

/** In figures alone, or in groups of three: "1 234 567", "1,234,567 bytes". */
function byteCount(text: string) {
  const figures = plainText(text.slice(0, 60)).replace(/\s?(?:o|octets?|bytes?)$/i, "")
  const digits = /^\d{1,3}(?:[\s.,’'_]\d{3})+$/.test(figures) ? figures.replace(/\D/g, "") : figures
  const bytes = /^\d{1,16}$/.test(digits) ? Number(digits) : 0
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

const AUDIO = /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)([?#]|$)/i
