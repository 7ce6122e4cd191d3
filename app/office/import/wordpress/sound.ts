import { cleanCharacters, plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { readItemDuration } from "#app/podcast/feeds-in/item-duration.ts"
import type { Sound } from "../things.ts"
import { type PhpValue, readPhp } from "./php-values.ts"
import { CHANNEL_ENCLOSURE, metaOf, type RawItem, textOf } from "./raw-item.ts"

type Enclosure = { address: string; type: string | null; bytes: number | null; extra: Map<string, PhpValue> }

/**
 * What makes an episode of a text, as the plugins for podcasts keep it: Seriously Simple Podcasting, PowerPress, Podlove Publisher, and
 * WordPress itself, which notes the sounds that a text links to. Null for a text that has no sound and is of no podcast's type.
 */
export function soundOf(item: RawItem): Sound | null {
  const enclosure = enclosureOf(item)
  const meta = (key: string) => metaOf(item, key)
  const extra = (key: string) => {
    const value = enclosure?.extra.get(key)
    return typeof value === "string" || typeof value === "number" ? String(value) : ""
  }
  const address = httpUrl(meta("audio_file")) ?? enclosure?.address ?? ""
  if (address === "" && !isEpisodeType(textOf(item, "wp:post_type"))) return null
  const bytes = positiveInteger(meta("filesize_raw")) ?? enclosure?.bytes ?? null
  return {
    guid: guidOf(item) || address,
    address,
    type: enclosure?.address === address ? enclosure.type : null,
    bytes,
    seconds: readItemDuration([meta("duration"), extra("duration")], bytes).seconds,
    season: positiveInteger(meta("itunes_season_number")) ?? positiveInteger(extra("season")),
    number: positiveInteger(meta("itunes_episode_number")) ?? positiveInteger(extra("episode_no")),
    episodeType: episodeTypeOf(meta("itunes_episode_type") || extra("episode_type")),
    // PowerPress writes 2 for « clean ».
    isExplicit: /^(?:on|yes|true|explicit)$/i.test(meta("explicit")) || extra("explicit") === "1",
    subtitle: plainText(extra("subtitle")) || excerptOf(item),
    picture: fileId(meta("cover_image_id")) ?? httpUrl(meta("cover_image")) ?? httpUrl(extra("itunes_image")),
    chapters: "",
    transcript: transcriptOf(httpUrl(meta("transcript_file")) ?? httpUrl(extra("pci_transcript_url"))),
    guests: item.categories
      .filter(({ domain }) => domain === "speaker")
      .map(({ name }) => plainText(name))
      .filter(Boolean),
  }
}

/** The channels of PowerPress other than the main one that a text has sounds in. */
export const otherChannels = (item: RawItem) =>
  enclosuresOf(item, "enclosure").length === 0
    ? []
    : [...item.metas.keys()].filter((key) => CHANNEL_ENCLOSURE.test(key)).map(channelName)

/** Types of content that only plugins for podcasts have: without a sound they are episodes that are being made. */
export const isEpisodeType = (type: string) =>
  /^(?:podcast|podcasts|episode|episodes|podcast_episode)$/.test(type)

/** Seriously Simple Podcasting says it in its feed as the subtitle; a longer one is a text. */
function excerptOf(item: RawItem) {
  const excerpt = plainText(textOf(item, "excerpt:encoded"))
  return isEpisodeType(textOf(item, "wp:post_type")) && excerpt.length <= MAX_SUBTITLE ? excerpt : ""
}

/** The one that the plugin's own feed says, by which apps and imports know the episode. */
function guidOf(item: RawItem) {
  const written = ["_podlove_guid", "ssp_episode_guid", "ssp_original_guid", "ssp_guid"].map((key) =>
    metaOf(item, key),
  )
  return cleanCharacters(written.find(Boolean) ?? textOf(item, "rss:guid")).trim()
}

/** The first sound of the main channel, else of another. */
function enclosureOf(item: RawItem) {
  const others = [...item.metas.keys()].filter((key) => CHANNEL_ENCLOSURE.test(key))
  return ["enclosure", ...others].flatMap((key) => enclosuresOf(item, key))[0]
}

/** An address, its bytes and its type, a line each, and what PowerPress adds. */
function enclosuresOf({ metas }: RawItem, key: string): Enclosure[] {
  return (metas.get(key) ?? []).flatMap((value) => {
    const [address = "", bytes = "", type = "", ...rest] = cleanCharacters(value).split("\n", MAX_LINES)
    const url = httpUrl(address)
    const mime = type.trim().toLowerCase().slice(0, 100)
    if (url === null || /^(?:image|text)\/|pdf/.test(mime)) return []
    const extra = readPhp(rest.join("\n").trim())
    return [
      {
        address: url,
        type: /^(?:audio|video|application)\/\S+$/.test(mime) ? mime : null,
        bytes: positiveInteger(bytes),
        extra: extra instanceof Map ? extra : new Map<string, PhpValue>(),
      },
    ]
  })
}

const channelName = (key: string) => key.slice(1, -":enclosure".length)

function episodeTypeOf(text: string): Sound["episodeType"] {
  const type = text.toLowerCase()
  return type === "trailer" || type === "bonus" ? type : "full"
}

const transcriptOf = (address: string | null) => (address === null ? null : { address })

/** A file of the export; zero is none. */
export const fileId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? text : null)

function positiveInteger(text: string) {
  const number = /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : 0
  return number >= 1 ? number : null
}

const MAX_LINES = 1_000
const MAX_SUBTITLE = 300
