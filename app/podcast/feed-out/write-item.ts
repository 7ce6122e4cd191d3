import { mediaAddress, mediaKey } from "#app/kit/lib/media.ts"
import { partsOf } from "../guests/names.ts"
import { enclosureOf, pictureAddress, toWhole } from "./enclosure.ts"
import type { FeedEpisode, FeedFile } from "./feed-episodes.server.ts"
import { SOUNDS_PATH } from "./feed-address.ts"
import type { FeedNotes } from "./notes-html.ts"
import { element, textElement, type Xml } from "./xml.ts"

/** What all items of a feed share. */
export type FeedFrame = {
  publicUrl: string
  isExplicit: boolean
  /** The hosts, as `podcast:person`: those of an item replace those of the podcast. */
  hosts: Xml[]
  /** An episode without a sound is one to read about. */
  takesSilent?: boolean
  /** It is a supporter's: what it is heard by is not for everybody. */
  isSupporters?: boolean
}

/** An episode as an item of the feed; nothing where nobody could fetch its sound, unless that is taken. */
export function writeItem(
  episode: FeedEpisode,
  notes: FeedNotes,
  {
    publicUrl,
    isExplicit,
    hosts,
    areCommentsOpen,
    takesSilent = false,
    isSupporters = false,
  }: FeedFrame & { areCommentsOpen: boolean },
) {
  const enclosure = enclosureOf(episode, publicUrl)
  if (!enclosure && !takesSilent) return "" as Xml
  const { season, number, hasPage } = episode
  const page = `${publicUrl}/episodes/${episode.id}`
  const guests = writeGuests(episode, publicUrl)
  return element("item", {}, [
    textElement("title", episode.title),
    textElement("link", hasPage ? page : `${publicUrl}/`),
    textElement("guid", episode.guid, { isPermaLink: "false" }),
    textElement("pubDate", episode.publishedAt.toUTCString()),
    enclosure ? element("enclosure", isSupporters ? forWhom(enclosure, publicUrl) : enclosure) : ("" as Xml),
    textElement("description", notes.short),
    textElement("content:encoded", notes.full),
    textElement("comments", areCommentsOpen && hasPage ? `${page}#commentaires` : ""),
    textElement("itunes:subtitle", episode.subtitle),
    textElement("itunes:duration", episode.durationSeconds),
    textElement("itunes:episodeType", episode.type),
    textElement("itunes:season", season),
    textElement("itunes:episode", number),
    textElement("itunes:explicit", episode.isExplicit || isExplicit ? "true" : "false"),
    writePicture(pictureAddress(episode.thumbnailUrl, episode.picture, publicUrl)),
    textElement("podcast:season", season),
    textElement("podcast:episode", number),
    ...writeDescribed(episode.thumbnailUrl, episode.picture, publicUrl),
    writeWide(episode.thumbnailUrl, episode.picture, publicUrl),
    ...writeChapters(episode, isSupporters ? undefined : page, publicUrl),
    ...(guests.length > 0 ? [...hosts, ...guests] : []),
    ...writeSoundbites(episode),
    ...writeTranscripts(episode, page),
    // Its list of protocols has none for comments that are a page's own: https://podcasting2.org/docs/podcast-namespace/tags/social-interact
    areCommentsOpen ? ("" as Xml) : element("podcast:socialInteract", { protocol: "disabled" }),
    writeContentLink(episode.youtubeUrl, "YouTube"),
    writeContentLink(episode.spotifyUrl, "Spotify"),
  ])
}

/** Each supporter has an address of their own for it, which `addressed` enters. */
function forWhom(enclosure: NonNullable<ReturnType<typeof enclosureOf>>, publicUrl: string) {
  return { ...enclosure, url: enclosure.url.replace(`${publicUrl}/media/`, `${publicUrl}${SOUNDS_PATH}_/`) }
}

/** Items of supporters with the addresses of one of them. @param keyFor what stands in these, by the key of the medium */
export function addressed(items: string, keyFor: (medium: string) => string) {
  return items.replaceAll(UNADDRESSED, (_, medium: string) => `${SOUNDS_PATH}${keyFor(medium)}/${medium}/`)
}

const UNADDRESSED = new RegExp(`${SOUNDS_PATH}_/([\\w-]{22})/`, "g")

export function writePicture(address: string | undefined) {
  return address ? element("itunes:image", { href: address }) : ("" as Xml)
}

/**
 * A picture of the library with what it shows, in words, for who cannot see it
 * (https://podcasting2.org/docs/podcast-namespace/tags/image).
 */
export function writeDescribed(address: string | null, file: FeedFile | null, publicUrl: string) {
  if (!address || file?.kind !== "image" || !file.alt) return []
  const { alt, type, width, height } = file
  const shape = width && height ? { "aspect-ratio": ratioOf(width, height), width, height } : {}
  return [element("podcast:image", { href: toWhole(address, publicUrl), alt, ...shape, type })]
}

/** « 16/9 ». */
function ratioOf(width: number, height: number) {
  let [unit, rest] = [width, height]
  while (rest > 0) [unit, rest] = [rest, unit % rest]
  return `${width / unit}/${height / unit}`
}

/** A picture that is as wide as a film, as players of films and television show it (https://www.rssboard.org/media-rss#media-thumbnails). */
function writeWide(address: string | null, file: FeedFile | null, publicUrl: string) {
  if (!address || file?.kind !== "image" || !file.width || !file.height) return "" as Xml
  const { width, height } = file
  if (Math.round((width * 9) / 16) !== height) return "" as Xml
  return element("media:thumbnail", { url: toWhole(address, publicUrl), width, height })
}

/** By their address, and for apps that read them from the feed alone without those that are hidden. */
function writeChapters(
  { chapters, hasOtherSound }: FeedEpisode,
  page: string | undefined,
  publicUrl: string,
) {
  if (chapters.length === 0 || hasOtherSound) return []
  const listed = chapters
    .filter(({ isHidden }) => !isHidden)
    .map(({ start, title, linkUrl, imageUrl }) =>
      element("psc:chapter", {
        start: startOf(start),
        title,
        href: linkUrl && toWhole(linkUrl, publicUrl),
        image: imageUrl && toWhole(imageUrl, publicUrl),
      }),
    )
  const address = { url: `${page}/chapters.json`, type: "application/json+chapters" }
  return [
    ...(page ? [element("podcast:chapters", address)] : []),
    ...(listed.length > 0 ? [element("psc:chapters", { version: "1.2" }, listed)] : []),
  ]
}

/** « 01:02:03.500 » (RFC 2326, « npt »). */
function startOf(milliseconds: number) {
  const hours = String(Math.floor(milliseconds / 3_600_000)).padStart(2, "0")
  return hours + new Date(milliseconds).toISOString().slice(13, 23)
}

/** @param picture an address of the library or of the web; apps show it small */
export function writePerson(
  name: string,
  role: "host" | "guest",
  about: { href?: string; picture?: string | null },
  publicUrl: string,
) {
  const key = mediaKey(about.picture)
  const picture = key ? mediaAddress(key, "image") : about.picture
  return textElement("podcast:person", name, {
    role,
    img: picture && toWhole(picture, publicUrl),
    href: about.href && toWhole(about.href, publicUrl),
  })
}

/** Those who are known as people; else those whom the episode names. */
function writeGuests({ guest, guests }: FeedEpisode, publicUrl: string) {
  if (guests.length === 0) return partsOf(guest).map((name) => writePerson(name, "guest", {}, publicUrl))
  return guests.map(({ name, slug, pictureUrl }) =>
    writePerson(name, "guest", { href: `/guests/${slug}`, picture: pictureUrl }, publicUrl),
  )
}

/** Their titles may be left out: apps then show the episode's. */
function writeSoundbites({ soundbites, hasOtherSound }: FeedEpisode) {
  if (hasOtherSound) return []
  return soundbites.map(({ start, duration, title }) => {
    const times = { startTime: start / 1_000, duration: duration / 1_000 }
    return textElement("podcast:soundbite", title, times) || element("podcast:soundbite", times)
  })
}

const TRANSCRIPTS = [
  { ending: "vtt", type: "text/vtt", rel: "captions" },
  { ending: "srt", type: "application/x-subrip", rel: "captions" },
  { ending: "json", type: "application/json" },
  { ending: "html", type: "text/html" },
]

/** In each form that apps read; without times as a page alone. */
function writeTranscripts({ transcript }: FeedEpisode, page: string) {
  const offered = transcript === null ? [] : transcript === "timed" ? TRANSCRIPTS : TRANSCRIPTS.slice(-1)
  return offered.map(({ ending, ...about }) =>
    element("podcast:transcript", { url: `${page}/transcript.${ending}`, ...about }),
  )
}

function writeContentLink(href: string | null, label: string) {
  return href ? textElement("podcast:contentLink", label, { href }) : ("" as Xml)
}
