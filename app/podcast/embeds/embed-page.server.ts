import { luminance } from "#app/base/settings/appearance/colours.ts"
import { deriveColours } from "#app/base/settings/appearance/palette.ts"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { embedPolicy } from "#app/kit/http/content-security-policy.server.ts"
import { SHOWN_ANYWHERE } from "#app/kit/http/open-to-apps.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { episodeAddress } from "../player/link-times.ts"
import type { EmbedTheme } from "./embed-addresses.ts"
import type { EmbeddedTrack } from "./embedded.ts"
import { type EmbeddedEpisode, embeddingSites, isEmbeddable } from "./embeds.server.ts"
import styles from "./embed.css?inline"

/**
 * The answer to who frames a player.
 *
 * @param body as HTML
 * @param title what it is called, for ears
 */
export function embedResponse(body: string, title: string, theme: EmbedTheme) {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${colours(theme)}${styles}</style>`
  const html = `<!DOCTYPE html><html lang="fr"><head>${head}</head><body>${body}</body></html>`
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": embedPolicy(html, embeddingSites()),
      "X-Robots-Tag": "noindex",
      ...SHOWN_ANYWHERE,
    },
  })
}

/** Instead of what may not be shown: nothing of what it was. @param site its address, without a slash at the end */
export function embedCard(site: string, theme: EmbedTheme) {
  const { name } = shownPodcast()
  const text = isEmbeddable()
    ? "Ce contenu n’est pas disponible ici."
    : "Ce lecteur ne se montre que sur son site."
  const link = `<a href="${escapeHtml(site)}" target="_blank" rel="noopener">Écouter ${escapeHtml(name)}</a>`
  return embedResponse(`<main class="card"><p>${text}</p><p>${link}</p></main>`, name, theme)
}

/** Of an episode that has more of them the player asks for them when they are wanted. */
const MAX_CHAPTERS = 100

/** What the player needs. @param site its address, without a slash at the end @param isInList it is one of several */
export function toTrack(
  { id, title, guest, audioUrl, thumbnailUrl, durationSeconds, chapters, hasTranscript }: EmbeddedEpisode,
  site: string,
  isInList: boolean,
): EmbeddedTrack {
  const absolute = (address: string) => (URL.canParse(address, site) ? new URL(address, site).href : "")
  const isShort = chapters.length === 0 || (!isInList && chapters.length <= MAX_CHAPTERS)
  return {
    ...{ episodeId: id, title, guest, durationSeconds, hasTranscript },
    page: site + episodeAddress(id),
    audioUrl: audioUrl ? absolute(audioUrl) : "",
    imageUrl: absolute(smallerPicture(thumbnailUrl ?? shownPodcast().cover, 320)),
    chapters: isShort ? chapters.map(({ start, title: name }) => ({ start, title: name })) : undefined,
  }
}

/** The site's own, on its dark ground or on its light one. */
function colours(theme: EmbedTheme) {
  const { palette } = siteSettings().appearance
  const of = deriveColours(palette)
  const onInk = [of.ink, of["ink-raised"], of["ink-line"], of.paper, of["paper-dim"], of.gold]
  const onPaper = [of.paper, of["paper-shade"], of.rule, of.ink, of["paper-ink"], of["blood-dark"]]
  const isInkDark = luminance(of.ink) <= luminance(of.paper)
  const [dark, light] = isInkDark ? [onInk, onPaper] : [onPaper, onInk]
  const write = (scheme: "dark" | "light", values: string[]) =>
    `:root{color-scheme:${scheme};${NAMES.map((name, index) => `--${name}:${values[index]}`).join(";")}}`
  const buttons = `:root{--button:${of.blood};--on-button:${of["on-blood"]}}`
  if (theme === "dark") return buttons + write("dark", dark)
  if (theme === "light") return buttons + write("light", light)
  return `${buttons}${write("light", light)}@media (prefers-color-scheme:dark){${write("dark", dark)}}`
}

const NAMES = ["ground", "raised", "line", "text", "dim", "accent"]
