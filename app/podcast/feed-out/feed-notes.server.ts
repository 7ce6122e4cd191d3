import { escapeMarkdown } from "#app/kit/lib/markdown/escape.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { createWorkerThread } from "#app/kit/lib/worker-thread.server.ts"
import type { FeedEpisode } from "./feed-episodes.server.ts"
import { type FeedNotes, notesOf } from "./notes-html.ts"

/** Longer ones are rendered one by one in another thread. In characters. */
const SHORT = 5_000
/** So many are rendered by another thread at once: here they would take as long as many pages. */
const MANY = 20

const NOTHING: FeedNotes = { short: "", full: "" }
const renderMany = createWorkerThread<{ texts: string[]; publicUrl: string }, FeedNotes[]>("notes-worker")

/** What an episode says at length, as HTML: description, credits and links. */
export async function feedNotes(episode: FeedEpisode, publicUrl: string): Promise<FeedNotes> {
  const markdown = textOf(episode)
  if (markdown === "") return NOTHING
  // Not by way of what remembers the texts of pages: there are too many here.
  return markdown.length <= SHORT
    ? notesOf(markdown, publicUrl)
    : notesOf(markdown, publicUrl, await renderMarkdown(markdown))
}

/** The same of some hundred episodes, by what renders them while others are answered. */
export async function notesOfMany(
  episodes: FeedEpisode[],
  publicUrl: string,
): Promise<Map<number, FeedNotes>> {
  const short = episodes
    .map((episode) => ({ id: episode.id, text: textOf(episode) }))
    .filter(({ text }) => text !== "" && text.length <= SHORT)
  const asked = short.length >= MANY ? { texts: short.map(({ text }) => text), publicUrl } : undefined
  const rendered = asked && (await renderMany(asked))
  return new Map(short.flatMap(({ id }, index) => (rendered?.[index] ? [[id, rendered[index]]] : [])))
}

function textOf({ description, credits, links }: FeedEpisode) {
  const listed = links
    .filter(({ url }) => /^https?:/i.test(url))
    .map(({ label, url }) => `- [${escapeMarkdown(label)}](<${url}>)`)
  const parts = [
    description,
    credits && `**Crédits**\n\n${credits}`,
    listed.length > 0 && `**Liens**\n\n${listed.join("\n")}`,
  ]
  return parts.filter(Boolean).join("\n\n").trim()
}
