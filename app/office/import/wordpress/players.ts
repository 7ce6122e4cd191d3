import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

/** A sound or film of a text: its address on a line of its own, which plays. Nothing for the one that the text is an episode of. */
export function audioLine(source: string, sound: string | null) {
  const address = httpUrl(source)
  return address === null || address === sound ? "" : addressLine(address)
}

export const addressLine = (address: string) => `\n\n<p>${address.replaceAll("&", "&amp;")}</p>\n\n`

/** Whether a shortcode or a block is the player of a podcast's plugin. */
export const podcastPlayer = (name: string) => PLAYER.test(name)

const PLAYER =
  /^(?:powerpress(?:playlist)?|podlove-(?:episode-)?web-player|podlove-web-player\/[\w-]+|podlove-podcasting-plugin[\w/-]*|ss_player|ss_podcast|podcast_(?:player|episode|playlist)|seriously-simple-podcasting\/[\w-]+|create-block\/castos-[\w-]+|powerpress\/[\w-]+|blubrry\/[\w-]+|smart_track_player|jetpack\/podcast-player)$/
