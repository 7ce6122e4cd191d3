import { writeClock } from "#app/kit/lib/chapters.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { list, newsExtras, section } from "./pages.ts"
import type { Places } from "./places.ts"
import type { Line } from "./shapes.ts"

/** How a system writes what plays inside a text; what comes in is HTML already, of sounds and films maybe no title. */
export type Players = {
  /** What another site plays. @param player the address of its frame */
  frame: (address: string, player: string) => string
  sound: (address: string, title: string) => string
  film: (address: string, title: string) => string
}

type Writing = { places: Places; base: string; players: Players }

/** What contents are written with that go to another system: as they are stored, until they are HTML. */
export const AS_STORED: Places = { address: (address) => address, text: (text) => text, html: (html) => html }

/** Markdown as HTML for another system, without what only pages of this site need. */
export async function toContentHtml(markdown: string, { places, base, players }: Writing) {
  const html = (await renderMarkdown(markdown))
    .replace(FRAME, (_all, address: string, player: string) => players.frame(address, player))
    .replace(OWN_PLAYER, (_all, kind: string, address: string, title = "") =>
      kind === "audio" ? players.sound(address, title) : players.film(address, title),
    )
    .replaceAll(' loading="lazy" decoding="async" referrerpolicy="no-referrer"', "")
    .replaceAll(' rel="noopener"', "")
  return places.html(html, base).trim()
}

/** An episode's text, and below it what other systems have no fields for. */
export async function episodeHtml(episode: Line<"episodes">, writing: Writing) {
  const { chapters, links, youtube, spotify } = episode
  const listened = [
    ...links.map(({ label, url }) => ({ url, label: label || url })),
    ...(youtube ? [{ url: youtube, label: "YouTube" }] : []),
    ...(spotify ? [{ url: spotify, label: "Spotify" }] : []),
  ]
  const shown = chapters.filter(({ isHidden }) => !isHidden)
  return blocks([
    await toContentHtml(episode.description, writing),
    section("Crédits", await toContentHtml(episode.credits, writing)),
    section(
      "Liens",
      list(listened.map(({ url, label }) => `<a href="${escapeHtml(url)}">${text(label)}</a>`)),
    ),
    section("Chapitres", list(shown.map(({ start, title }) => `${writeClock(start)} ${text(title)}`))),
  ])
}

/** A news item's text, and below it its pictures, films and link. */
export async function newsHtml(news: Line<"news">, writing: Writing) {
  const extras = writing.places.html(newsExtras(news).join("\n"), writing.base)
  return blocks([await toContentHtml(news.text, writing), extras.trim()])
}

const blocks = (parts: string[]) => parts.filter(Boolean).join("\n")
const text = (value: string) => escapeHtml(frenchSpaces(value))

// As `markdown/embeds.ts` writes them: whatever a person wrote is escaped inside.
const FRAME =
  /<p class="embed embed-\w+"><a href="([^"]*)" rel="noopener" data-scripted="" data-player="([^"]*)">.*?<\/a><\/p>/g
const OWN_PLAYER =
  /<figure class="embed"><(audio|video) controls="" preload="\w+" src="([^"]*)"[^>]*>.*?<\/\1>(?:<figcaption>([^<]*)<\/figcaption>)?<\/figure>/g
