import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { ofName } from "#app/kit/lib/french.ts"
import type { LetterTopic } from "#app/kit/lib/letters.ts"
import { mailDocument, type Frame } from "./mail-frame.ts"
import { mailLook } from "./mail-look.ts"
import { shownPicture } from "./mail-picture.ts"
import { placeOf, withoutPlaces } from "./personal-links.ts"
import { wrapLines } from "./wrap-lines.ts"
import { writeForMail } from "./write-letter.server.ts"
import type { Known } from "./written-letter.ts"

/** What of a letter shows in it. */
export type LetterToRender = {
  title: string
  previewText: string
  content: string
  topic: LetterTopic
  isArchived: boolean
}

/**
 * A letter as it is sent, in both its forms, with places for what differs from one recipient to the next (`personalise`).
 * Whatever is typed in it, only elements and styles of the template are in it.
 *
 * @returns its forms, and `body`: what it was made of
 */
export async function renderLetter(letter: LetterToRender) {
  const { appearance } = siteSettings()
  const look = mailLook(appearance.palette)
  const body = await writeForMail(letter.content, look, [appearance.logo])
  const frame = frameOf(letter, body.known)
  return { html: mailDocument(frame, body.html, look), text: textLetter(frame, body.text), body }
}

const REASONS: Record<LetterTopic, string> = {
  episodes: "les nouveaux épisodes",
  news: "les actualités et les articles",
  letters: "les lettres",
}

function frameOf(letter: LetterToRender, known: Known): Frame {
  const { podcast, legal, appearance } = siteSettings()
  const name = withoutPlaces(podcast.name)
  const logo = appearance.logo ? shownPicture(appearance.logo, name, known, LOGO_WIDTH) : undefined
  const sender = [legal.editorName || podcast.name, ...legal.editorAddress.split("\n")]
  return {
    title: withoutPlaces(frenchSpaces(letter.title)),
    previewText: withoutPlaces(frenchSpaces(letter.previewText)),
    isArchived: letter.isArchived,
    podcast: {
      name,
      home: known.publicUrl,
      logo: logo?.size ? { src: logo.src, ...inHeight(logo.size) } : undefined,
    },
    reason: `Vous recevez cet e-mail parce que vous êtes abonné à la newsletter ${ofName(name)}, pour ${REASONS[letter.topic]}.`,
    sender: sender.map((line) => withoutPlaces(line.trim())).filter(Boolean),
  }
}

const LOGO_WIDTH = 280
const LOGO_HEIGHT = 72

function inHeight({ width, height }: { width: number; height: number }) {
  const part = Math.min(1, LOGO_HEIGHT / height)
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}

function textLetter({ title, isArchived, reason, sender }: Frame, body: string) {
  const online = isArchived ? [`Lire cette lettre en ligne\u00a0: ${placeOf("online", "text")}`, ""] : []
  const footer = [
    ...online,
    wrapLines(reason),
    "",
    `Choisir ce que je reçois\u00a0: ${placeOf("preferences", "text")}`,
    `Me désabonner\u00a0: ${placeOf("unsubscribe", "text")}`,
    "",
    ...sender.map((line) => wrapLines(line)),
  ]
  const head = wrapLines(title)
  // What mail programs know as the end of what was written: https://www.rfc-editor.org/rfc/rfc3676#section-4.3
  return [head, "=".repeat(Math.min(72, title.length)), "", body, "", "-- ", ...footer, ""].join("\n")
}
