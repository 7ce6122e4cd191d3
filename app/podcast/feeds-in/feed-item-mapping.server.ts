import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { MAX_TEXT_LENGTH } from "#app/kit/form/form-fields.ts"
import { cleanChapters, parseNormalPlayTime, writeChapters } from "#app/kit/lib/chapters.ts"
import { cleanCharacters, plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { htmlToMarkdown } from "#app/kit/lib/from-html/html-to-markdown.ts"
import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import { cleanSoundbites, writeSoundbites } from "#app/kit/lib/soundbites.ts"
import { parseFeedDate } from "./feed-dates.ts"
import {
  MAX_DESCRIPTION_CHARACTERS,
  MAX_GUID_BYTES,
  MAX_INTEGER,
  MAX_TITLE_CHARACTERS,
} from "./feed-limits.ts"
import { guestFromTitle, joinGuests } from "./guests.ts"
import { readItemDuration } from "./item-duration.ts"
import { pickAudio, pickThumbnail } from "./item-media.ts"
import { findPlatformLinks } from "./platform-links.ts"
import type { RawItem } from "./raw-item.ts"
import { wordsOfItem } from "./words/words-of-item.ts"

/** `date`: as it is written; where it cannot be read by itself, `publishedAt` is empty. `remarks`: what was put right, in French. */
export type ReadItem = { item: FeedItem; date: string; remarks: string[] }
export type MappedItem = { title: string } & (
  (ReadItem & { reason?: undefined }) | { item?: undefined; reason: string }
)

/**
 * What a feed item says, in our words. The title comes in any case (empty when there is none); either the item, or the
 * reason in French why it cannot be an episode. Never throws.
 */
export function mapItem(raw: RawItem): MappedItem {
  const text = (key: string) => raw.texts.get(key) ?? ""
  const fullTitle = plainText(text("rss:title")) || plainText(text("itunes:title"))
  const title = shorten(fullTitle, MAX_TITLE_CHARACTERS)
  if (raw.tooLarge) return { title, reason: "Cet épisode est démesuré : plus d'un million de caractères." }
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(title)) return { title: "", reason: "Pas de titre." }

  const audio = pickAudio(raw.elements)
  const guid = cleanCharacters(text("rss:guid")).trim() || audio?.url
  if (!guid)
    return { title, reason: "Ni identifiant ni fichier audio : l'épisode ne pourrait pas être reconnu." }
  if (Buffer.byteLength(guid) > MAX_GUID_BYTES)
    return { title, reason: `Identifiant trop long : plus de ${MAX_GUID_BYTES} octets.` }

  const dates = ["rss:pubdate", "dc:date", "atom:published"]
    .map((key) => plainText(text(key)))
    .filter(Boolean)
  const date = dates.find((written) => parseFeedDate(written)) ?? dates[0] ?? ""
  const duration = readItemDuration([text("itunes:duration"), audio?.duration ?? ""], audio?.bytes ?? null)
  const description = pickDescription(raw)
  const item: FeedItem = {
    guid,
    title,
    guest: shorten(joinGuests(raw.persons) || guestFromTitle(fullTitle), MAX_TITLE_CHARACTERS),
    // A title too long to be one is not lost: it opens the description.
    description: shorten(
      [title === fullTitle ? "" : plainToMarkdown(fullTitle), description.markdown]
        .filter(Boolean)
        .join("\n\n"),
      MAX_TEXT_LENGTH,
    ),
    audioUrl: audio?.url ?? null,
    audioType: audio?.type ?? null,
    audioBytes: audio?.bytes ?? null,
    durationSeconds: duration.seconds,
    season: positiveInteger(text("itunes:season")) ?? positiveInteger(text("podcast:season")),
    number: positiveInteger(text("itunes:episode")) ?? positiveInteger(text("podcast:episode")),
    ...(/^\s*(trailer|bonus)\s*$/i.test(text("itunes:episodetype").slice(0, 100)) && { isExtra: true }),
    ...chaptersOf(raw),
    ...wordsOfItem(raw),
    ...soundbitesOf(raw),
    thumbnailUrl: pickThumbnail(raw.elements) ?? description.image,
    ...findPlatformLinks(
      ["rss:link", "rss:description", "content:encoded", "itunes:summary"].map((key) => text(key)),
    ),
    publishedAt: parseFeedDate(date) ?? "",
  }
  return { title, item, date, remarks: duration.remark === undefined ? [] : [duration.remark] }
}

function shorten(text: string, longest: number) {
  if (text.length <= longest) return text
  const start = text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")
  return `${start.trimEnd()}…`
}

/**
 * The description of an item as Markdown and the first image met in it. `content:encoded` comes first, then
 * `description`, then `itunes:summary`; a later one is taken only if it says more than twice as much.
 */
function pickDescription({ texts }: RawItem) {
  let markdown = ""
  let image: string | null = null
  for (const key of ["content:encoded", "rss:description", "itunes:summary", "itunes:subtitle"]) {
    const source = (texts.get(key) ?? "").slice(0, MAX_DESCRIPTION_CHARACTERS)
    if (source.length <= markdown.length * 2) continue
    const converted = htmlToMarkdown(source)
    image ??= converted.image
    if (converted.markdown.length > markdown.length * 2) markdown = converted.markdown
  }
  return { markdown, image }
}

function positiveInteger(text: string) {
  const number = /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= MAX_INTEGER ? number : null
}

/** Their times are written as « 00:12:34.500 », or in seconds. */
function chaptersOf({ chapters }: RawItem) {
  const found = chapters.map((attributes) => ({
    start: parseNormalPlayTime(attributes.get("start") ?? "") ?? Number.NaN,
    title: plainText(attributes.get("title") ?? ""),
    linkUrl: attributes.get("href"),
    imageUrl: attributes.get("image"),
  }))
  const lines = writeChapters(cleanChapters(found))
  return lines && { chapters: lines }
}

function soundbitesOf({ soundbites }: RawItem) {
  const found = soundbites.map(({ attributes, title }) => ({
    start: parseNormalPlayTime(attributes.get("startTime") ?? "") ?? Number.NaN,
    duration: parseNormalPlayTime(attributes.get("duration") ?? "") ?? Number.NaN,
    title: plainText(title),
  }))
  const lines = writeSoundbites(cleanSoundbites(found))
  return lines && { soundbites: lines }
}
