import { escapeHtml } from "#app/kit/lib/escape-html.ts"

/** What is different in each recipient's mail: whole addresses. */
export type PersonalLinks = {
  unsubscribe: string
  preferences: string
  /** Where the letter can be read; only asked for where it is archived. */
  online: string
}

type Form = "html" | "text"

/** Where a letter has one of them, in what is kept of it and sent. Nothing else in a letter has these brackets. */
export function placeOf(link: keyof PersonalLinks, form: Form) {
  return `⟦${form}:${link}⟧`
}

/** Of what people wrote: without what would be taken for a place, and without control characters, which mails do not take. */
export function withoutPlaces(text: string) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/⟦/g, "[").replace(/⟧/g, "]").replace(CONTROL, "")
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/g

/** A letter's HTML or text as one recipient gets it. */
export function personalise(letter: string, links: PersonalLinks) {
  return letter.replace(PLACE, (_, form: Form, link: keyof PersonalLinks) =>
    form === "html" ? escapeHtml(links[link]) : links[link],
  )
}

const PLACE = /⟦(html|text):(unsubscribe|preferences|online)⟧/g
