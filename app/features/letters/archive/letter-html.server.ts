import { illustrated } from "#app/content/illustrated.server.ts"
import { renderMarkdown } from "#app/lib/markdown.server.ts"

/** A letter's text as pages of the site show it. */
export async function letterHtml(content: string) {
  return illustrated(await renderMarkdown(content))
}
