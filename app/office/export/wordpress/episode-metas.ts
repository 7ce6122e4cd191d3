import type { Line } from "../shapes.ts"

type Addresses = { sound: string; picture: string; pictureId: string; transcript: string }

/**
 * An episode's fields as Seriously Simple Podcasting keeps them, and its sound also as WordPress itself notes it: that is the one
 * that WordPress' importer leads to the copy that it made. When an episode was recorded nobody here knows.
 */
export function episodeMetas(
  episode: Line<"episodes">,
  { sound, picture, pictureId, transcript }: Addresses,
) {
  const { guid, title, season, number, type, isExplicit } = episode
  const { bytes, durationSeconds, type: soundType } = episode.sound ?? {}
  return {
    audio_file: sound,
    enclosure: sound && [sound, bytes ?? 0, soundType ?? ""].join("\n"),
    episode_type: sound && (soundType?.startsWith("video/") ? "video" : "audio"),
    duration: durationSeconds ? writeDuration(durationSeconds) : "",
    filesize: bytes ? `${(bytes / 1_048_576).toFixed(2)}M` : "",
    filesize_raw: String(bytes ?? ""),
    explicit: isExplicit ? "on" : "",
    itunes_title: title,
    itunes_episode_type: type,
    itunes_episode_number: String(number ?? ""),
    itunes_season_number: String(season ?? ""),
    cover_image: picture,
    cover_image_id: pictureId,
    transcript_file: transcript,
    // The newer name and the older one.
    ssp_episode_guid: guid,
    ssp_original_guid: guid,
  }
}

function writeDuration(seconds: number) {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, "0")).join(":")
}
