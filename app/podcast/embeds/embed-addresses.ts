import { parseId } from "#app/kit/lib/numbers.ts"

export const EMBED_THEMES = ["auto", "light", "dark"] as const
export type EmbedTheme = (typeof EMBED_THEMES)[number]
/** Heights for which the player is drawn, in pixels; it fills whatever it is given. */
export const EMBED_HEIGHTS = [120, 180, 420] as const
export type EmbedHeight = (typeof EMBED_HEIGHTS)[number]
/** As high as an episode's player is to be: with its chapters, where it has some. */
export const embedHeight = (chapters: readonly unknown[]) => EMBED_HEIGHTS[chapters.length > 0 ? 2 : 1]

/** As wide as a column of text; it takes from 260 pixels on whatever it is given. */
export const EMBED_WIDTH = 640
export const LATEST_EMBED = "/embed/latest"

export const parseTheme = (text: string | null) => EMBED_THEMES.find((theme) => theme === text) ?? "auto"

/** The address of an episode's player. @param start in seconds */
export function embedAddress(episodeId: number, theme: EmbedTheme = "auto", start = 0) {
  return withTheme(`/embed/episodes/${episodeId}`, theme, start)
}

export function withTheme(player: string, theme: EmbedTheme, start = 0) {
  const parameters = new URLSearchParams()
  if (theme !== "auto") parameters.set("theme", theme)
  if (start >= 1) parameters.set("t", String(Math.floor(start)))
  return parameters.size > 0 ? `${player}?${parameters}` : player
}

/** The episodes of a season, or some that are named one by one. */
export type Playlist = { season: number } | { ids: number[] }

const MAX_IDS = 50

/** `3` is the third season, `12,15,18` are episodes; undefined for anything else. */
export function parsePlaylist(text: string): Playlist | undefined {
  if (/^\d{1,5}$/.test(text)) return { season: Number(text) }
  const ids = text.split(",", MAX_IDS + 1).map(parseId)
  if (ids.length > MAX_IDS || ids.length < 2) return undefined
  const known = ids.filter((id) => id !== undefined)
  return known.length === ids.length ? { ids: [...new Set(known)] } : undefined
}
