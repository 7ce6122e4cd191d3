import { escapeHtml } from "#app/lib/escape-html.ts"

/** What is different in each recipient's mail: whole addresses. */
export type PersonalLinks = { unsubscribe: string; preferences: string; online: string }

/** A letter's HTML or text as one recipient gets it. */
export function personalise(letter: string, links: PersonalLinks) {
  return letter.replace(
    /⟦(html|text):(unsubscribe|preferences|online)⟧/g,
    (_, form: string, link: keyof PersonalLinks) => (form === "html" ? escapeHtml(links[link]) : links[link]),
  )
}
