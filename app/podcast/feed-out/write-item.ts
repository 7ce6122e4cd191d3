import { mediaAddress, mediaKey } from "#app/kit/lib/media.ts"
import { partsOf } from "../guests/names.ts"
import { enclosureOf, pictureAddress, toWhole } from "./enclosure.ts"
import type { FeedEpisode } from "./feed-episodes.server.ts"
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
  }: FeedFrame & { areCommentsOpen: boolean },
) {
  const enclosure = enclosureOf(episode, publicUrl)
  if (!enclosure && !takesSilent) return "" as Xml
  const { season, number } = episode
  const page = `${publicUrl}/episodes/${episode.id}`
  const guests = writeGuests(episode, publicUrl)
  return element("item", {}, [
    textElement("title", episode.title),
    textElement("link", page),
    textElement("guid", episode.guid, { isPermaLink: "false" }),
    textElement("pubDate", episode.publishedAt.toUTCString()),
    enclosure ? element("enclosure", enclosure) : ("" as Xml),
    textElement("description", notes.short),
    textElement("content:encoded", notes.full),
    textElement("comments", areCommentsOpen ? `${page}#commentaires` : ""),
    textElement("itunes:subtitle", episode.subtitle),
    textElement("itunes:duration", episode.durationSeconds),
    textElement("itunes:episodeType", episode.type),
    textElement("itunes:season", season),
    textElement("itunes:episode", number),
    textElement("itunes:explicit", episode.isExplicit || isExplicit ? "true" : "false"),
    writePicture(pictureAddress(episode.thumbnailUrl, episode.picture, publicUrl)),
    textElement("podcast:season", season),
    textElement("podcast:episode", number),
    episode.hasChapters
      ? element("podcast:chapters", { url: `${page}/chapters.json`, type: "application/json+chapters" })
      : ("" as Xml),
    ...(guests.length > 0 ? [...hosts, ...guests] : []),
    ...writeSoundbites(episode),
    ...writeTranscripts(episode, page),
    // Its list of protocols has none for comments that are a page's own: https://podcasting2.org/docs/podcast-namespace/tags/social-interact
    areCommentsOpen ? ("" as Xml) : element("podcast:socialInteract", { protocol: "disabled" }),
    writeContentLink(episode.youtubeUrl, "YouTube"),
    writeContentLink(episode.spotifyUrl, "Spotify"),
  ])
}

export function writePicture(address: string | undefined) {
  return address ? element("itunes:image", { href: address }) : ("" as Xml)
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
function writeSoundbites({ soundbites }: FeedEpisode) {
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
