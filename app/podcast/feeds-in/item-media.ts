import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import type { RawItem } from "./raw-item.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

type Elements = RawItem["elements"]

/** The file to listen to: an audio enclosure, else any enclosure that is no document, else audio in media:content. */
export function pickAudio(elements: Elements) {
  const files = elements.flatMap(({ key, attributes }) => {
    const url = httpUrl(cleanCharacters(attributes.get("url") ?? ""))
    const type =
      cleanCharacters(attributes.get("type") ?? "")
        .trim()
        .toLowerCase() || null
    const bytes = byteCount(attributes.get("length") ?? attributes.get("fileSize") ?? "")
    const isAudio = type
      ? type.startsWith("audio/")
      : attributes.get("medium") === "audio" || AUDIO.test(url ?? "")
    return url ? [{ key, url, type: type?.slice(0, 100) ?? null, bytes, isAudio }] : []
  })
  const enclosures = files.filter(({ key }) => key === "rss:enclosure")
  return (
    enclosures.find(({ isAudio }) => isAudio) ??
    enclosures.find(({ type }) => !/^(image|text)\/|pdf/.test(type ?? "")) ??
    files.find(({ key, isAudio }) => key === "media:content" && isAudio)
  )
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

function byteCount(text: string) {
  const bytes = /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : 0
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

const AUDIO = /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)([?#]|$)/i
