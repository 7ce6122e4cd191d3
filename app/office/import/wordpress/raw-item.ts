/** An `item` of an export as read: a post, a page, a picture, a product… */
export type RawItem = {
  /** By `module:element`, each as it was first said. */
  texts: Map<string, string>
  /** The values that a plugin or WordPress keeps beside it, those that something is read of. */
  metas: Map<string, string[]>
  categories: Category[]
  /** Its content was left out for it. */
  isTooLong: boolean
}

export type Category = { domain: string; nicename: string; name: string }

/** Three times the longest text that an episode or article may be, with its HTML. */
export const MAX_CONTENT_CHARACTERS = 2_000_000

/** What a text says, or what a plugin keeps of it: its first value that says something. */
export const textOf = ({ texts }: RawItem, key: string) => texts.get(key)?.trim() ?? ""
export const metaOf = ({ metas }: RawItem, key: string) =>
  metas
    .get(key)
    ?.find((value) => value.trim() !== "")
    ?.trim() ?? ""

/** Whether something is read of a meta: page builders keep megabytes in theirs. */
export const isKeptMeta = (key: string) => KEPT.has(key) || CHANNEL_ENCLOSURE.test(key)

/** The sound of another of PowerPress' channels than the main one. */
export const CHANNEL_ENCLOSURE = /^_[\w-]{1,60}:enclosure$/

const KEPT = new Set([
  ...[
    "_thumbnail_id",
    "_wp_attachment_image_alt",
    "_wp_old_slug",
    "_yoast_wpseo_metadesc",
    "rank_math_description",
  ],
  // Seriously Simple Podcasting.
  ...[
    "audio_file",
    "enclosure",
    "duration",
    "filesize",
    "filesize_raw",
    "explicit",
    "cover_image_id",
    "cover_image",
  ],
  ...["itunes_season_number", "itunes_episode_number", "itunes_episode_type", "transcript_file"],
  ...["ssp_episode_guid", "ssp_original_guid", "ssp_guid"],
  // Podlove Publisher, whose other data is in an export of its own.
  "_podlove_guid",
])
