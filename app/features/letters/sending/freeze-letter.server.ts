import { escapeHtml } from "#app/lib/escape-html.ts"
import type { letters } from "#app/db/schema/letters.server.ts"

type Letter = typeof letters.$inferSelect

/** A letter as it is sent, with places for each recipient's own links. */
export async function freezeLetter({ title, content }: Pick<Letter, "title" | "content">) {
  const places = (form: string) => `⟦${form}:unsubscribe⟧ ⟦${form}:preferences⟧`
  return {
    sentHtml: `<!doctype html><html lang="fr"><head><title>${escapeHtml(title)}</title></head><body><pre>${escapeHtml(content)}</pre><p>${places("html")}</p></body></html>`,
    sentText: `${content}\n\n${places("text")}\n`,
  }
}
