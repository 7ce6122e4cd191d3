import { type LetterToRender, renderLetter } from "../template/render-letter.server.ts"

/** A letter as it is sent, with places for each recipient's own links. */
export async function freezeLetter(letter: LetterToRender) {
  const { html, text } = await renderLetter(letter)
  return { sentHtml: html, sentText: text }
}
