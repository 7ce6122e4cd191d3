import { isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import type { RawItem } from "../raw-item.ts"

/** By what a type or an address's ending says, the best first: times and names, then times, then words. */
const FORMATS = [/vtt/i, /srt|subrip/i, /json/i, /html?/i, /plain|txt/i]

/**
 * Where a feed has what is said in an episode, and its chapters: of several transcripts the best in the language that comes
 * first.
 */
export function wordsOfItem({ elements }: Pick<RawItem, "elements">) {
  const found = elements.flatMap(({ key, attributes }) => {
    const url = (attributes.get("url") ?? "").trim()
    if (!isWebAddress(url) || url.length > MAX_URL_LENGTH) return []
    return [
      {
        key,
        url,
        format: rankOf(attributes.get("type") ?? "", url),
        language: (attributes.get("language") ?? "").toLowerCase().split("-")[0],
      },
    ]
  })
  const transcripts = found.filter(({ key }) => key === "podcast:transcript")
  const [first] = transcripts
  const [best] = transcripts
    .filter(({ language }) => language === first?.language)
    .toSorted((a, b) => a.format - b.format)
  const chapters = found.find(({ key }) => key === "podcast:chapters")
  return {
    ...(best && { transcriptUrl: best.url }),
    ...(chapters && { chaptersUrl: chapters.url }),
  }
}

function rankOf(type: string, url: string) {
  const ending = /\.[a-z]{2,5}(?=[?#]|$)/i.exec(url)?.[0] ?? ""
  const rank = FORMATS.findIndex((format) => format.test(type.slice(0, 100)))
  if (rank >= 0) return rank
  const guessed = FORMATS.findIndex((format) => format.test(ending))
  return guessed >= 0 ? guessed : FORMATS.length
}
