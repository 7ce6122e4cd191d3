import { luminance } from "#app/base/settings/appearance/colours.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { parseLinkTime } from "../player/link-times.ts"
import { embedAddress } from "./embed-addresses.ts"
import { type EmbeddedEpisode, isEmbeddable, listEmbedded } from "./embeds.server.ts"

/** A paragraph as `renderMarkdown` writes it. */
const PARAGRAPH = /<p>(.*?)<\/p>/gs
/** What a line between two breaks is that is nothing but an address: a link that shows itself, or a path as it was typed. */
const ALONE = /^\s*(?:<a href="([^"<]{1,500})" rel="noopener">\1<\/a>|(\/episodes\/[\w?=&;]{1,40}))\s*$/
const LINE_BREAK = "<br />"
/** Each is a document of its own. */
const MAX_PLAYERS = 10

/**
 * Rendered Markdown in which an episode's address that stands alone on its line is its player (docs/product.md 50.8). Without such
 * a line it asks the database for nothing.
 *
 * @param html of `renderMarkdown`, also after `illustrated`
 */
export async function withPlayers(html: string) {
  if (!html.includes("/episodes/") || !isEmbeddable()) return html
  const ids = [...html.matchAll(PARAGRAPH)].flatMap(([, lines = ""]) =>
    lines.split(LINE_BREAK).flatMap((line) => linkIn(line)?.id ?? []),
  )
  if (ids.length === 0) return html
  const episodes = await listEmbedded({ ids: [...new Set(ids)].slice(0, MAX_PLAYERS) })
  const known = new Map(episodes.map((episode) => [episode.id, episode]))
  return html.replace(PARAGRAPH, (paragraph, lines: string) => {
    const pieces = lines.split(LINE_BREAK).map((line) => {
      const link = linkIn(line)
      const episode = link && known.get(link.id)
      return episode ? player(episode, link.start) : line
    })
    return pieces.some((piece) => piece.startsWith(OPEN)) ? inParagraphs(pieces) : paragraph
  })
}

/** The episode that a line leads to, and nothing else. */
function linkIn(line: string) {
  const [, address, path] = ALONE.exec(line) ?? []
  const { publicUrl } = getSettings()
  const url = URL.parse((address ?? path ?? "").replaceAll("&amp;", "&"), publicUrl)
  if (!url || url.host !== new URL(publicUrl).host) return undefined
  const id = parseId(/^\/episodes\/(\d{1,10})\/?$/.exec(url.pathname)?.[1] ?? "")
  return id === undefined ? undefined : { id, start: parseLinkTime(url.search) }
}

const OPEN = '<p class="embed embed-player">'

function player({ id, title }: EmbeddedEpisode, start?: number) {
  const source = escapeHtml(embedAddress(id, themeOfSheets(), start))
  return `${OPEN}<iframe src="${source}" title="Lecteur\u00a0: ${escapeHtml(title)}" height="180" loading="lazy"></iframe></p>`
}

/** Texts stand on paper. */
function themeOfSheets() {
  const { ink, paper } = siteSettings().appearance.palette
  return luminance(paper) < luminance(ink) ? "dark" : "light"
}

function inParagraphs(pieces: string[]) {
  const parts: string[] = []
  let words: string[] = []
  const flush = () => {
    if (words.some((line) => line.trim() !== "")) parts.push(`<p>${words.join(LINE_BREAK)}</p>`)
    words = []
  }
  for (const piece of pieces) {
    if (!piece.startsWith(OPEN)) {
      words.push(piece)
      continue
    }
    flush()
    parts.push(piece)
  }
  flush()
  return parts.join("\n")
}
