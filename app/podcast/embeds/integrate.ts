import { parseClock } from "#app/kit/lib/chapters.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { integrateAddress } from "../player/link-times.ts"
import {
  EMBED_HEIGHTS,
  embedAddress,
  embedHeight,
  type EmbedHeight,
  type EmbedTheme,
  LATEST_EMBED,
  parseTheme,
  withTheme,
} from "./embed-addresses.ts"

/** What a player is to play, and how it looks; all of it is in the address. */
export type Chosen = { content: Content; height: EmbedHeight; theme: EmbedTheme; start: number }
type Content = "episode" | "latest" | "season"
type Episode = { id: number; season: number | null }

export const CONTENT_LABELS: Record<Content, (episode: Episode) => string> = {
  episode: () => "Cet épisode",
  latest: () => "Toujours le dernier",
  season: ({ season }) => `La saison ${season}`,
}

export const THEME_LABELS: Record<EmbedTheme, string> = {
  auto: "Selon l’appareil",
  light: "Clair",
  dark: "Sombre",
}

export const HEIGHT_LABELS: Record<EmbedHeight, string> = {
  120: "Une ligne",
  180: "Moyen",
  420: "Avec les chapitres",
}

/** What others write into their pages: it works without an origin of its own, and takes nothing along. @param title what it plays */
export function frameCode(
  address: string,
  title: string,
  { width = "100%", height }: { width?: number | string; height: number },
) {
  const name = escapeHtml(`Lecteur\u00a0: ${title}`)
  return (
    `<iframe src="${escapeHtml(address)}" title="${name}" width="${width}" height="${height}" ` +
    `loading="lazy" style="border:0;max-width:100%"></iframe>`
  )
}

/** Where a choice is shown. */
export function chosenAddress(episodeId: number, { content, height, theme, start }: Chosen) {
  const parameters = new URLSearchParams({ hauteur: String(height) })
  if (content !== "episode") parameters.set("quoi", content)
  if (theme !== "auto") parameters.set("theme", theme)
  if (start > 0) parameters.set("debut", String(start))
  return `${integrateAddress(episodeId)}?${parameters}`
}

/** @param asked what an address holds, whoever wrote it */
export function parseChosen(
  asked: URLSearchParams,
  { season, chapters }: Pick<Episode, "season"> & { chapters: unknown[] },
) {
  const what = asked.get("quoi")
  const content: Content = what === "latest" ? what : what === "season" && season !== null ? what : "episode"
  const typed = (asked.get("debut") ?? "").slice(0, 20).trim()
  const start = /^\d{1,5}$/.test(typed) ? Number(typed) * 1_000 : parseClock(typed)
  return {
    content,
    height:
      EMBED_HEIGHTS.find((height) => String(height) === asked.get("hauteur")) ??
      embedHeight(content === "season" ? [content] : chapters),
    theme: parseTheme(asked.get("theme")),
    start: Math.floor((start ?? 0) / 1_000),
    isWrong: typed !== "" && start === undefined,
  }
}

/** The player's path. */
export function playerAddress({ id, season }: Episode, { content, theme, start }: Chosen) {
  if (content === "latest") return withTheme(LATEST_EMBED, theme)
  if (content === "season") return withTheme(`/embed/playlist/${season}`, theme)
  return embedAddress(id, theme, start)
}
