import { findDkimRecord } from "../../mail/dkim.server.ts"
import { mailSender, sendsRealMail } from "../../mail/smtp.server.ts"
import { siteSettings } from "../../settings/site-settings.server.ts"
import { checkLinks, type LinkOptions } from "./check-links.server.ts"
import {
  checkContent,
  checkLinkWords,
  checkPreviewText,
  checkSending,
  checkSize,
  checkSubject,
  type LetterCheck,
} from "./letter-check.ts"
import type { Block } from "./letter-blocks.ts"
import { linksOf, namelessPictures } from "./letter-parts.ts"
import { wholeAddress } from "./mail-picture.ts"
import { blocksText } from "./mail-text.ts"
import { picturesOf, readLetter } from "./read-letter.server.ts"
import { type LetterToRender, renderLetter } from "./render-letter.server.ts"
import type { Known } from "./written-letter.ts"

const ORDER = ["error", "warning", "ok"]

/**
 * What somebody should know of a letter before it leaves, the gravest first. Asks the sites that it leads to, for some seconds at
 * most. @param options where links may lead, and for how long they are waited for
 */
export async function checkLetter(letter: LetterToRender, options: LinkOptions = {}): Promise<LetterCheck[]> {
  const { blocks, known } = await readLetter(letter.content)
  const links = linksOf(blocks, known)
  const pictures = blocks.flatMap(picturesOf)
  const [{ html }, dkim, linkChecks] = await Promise.all([
    renderLetter(letter),
    findDkimRecord(),
    checkLinks(
      [...links.map(({ href }) => href), ...pictures.map((src) => wholeAddress(src, known.publicUrl))],
      known.publicUrl,
      options,
    ),
  ])
  const found: LetterCheck[] = [
    ...checkSubject(letter.title),
    checkPreviewText(letter.previewText, letter.title),
    ...checkContent({
      words: blocksText(blocks, known),
      pictures: pictures.length,
      nameless: namelessPictures(blocks, known),
    }),
    ...checkCards(blocks, known),
    ...linkChecks,
    ...checkLinkWords(links),
    checkSize(Buffer.byteLength(html)),
    ...checkSending({
      publicUrl: known.publicUrl,
      sendsRealMail: sendsRealMail(),
      sender: mailSender().address,
      isSigned: dkim !== undefined,
      hasPostalAddress: siteSettings().legal.editorAddress.trim() !== "",
    }),
  ]
  return found.toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level))
}

const KINDS = { episode: "L’épisode", news: "L’actualité", post: "L’article", page: "La page" }

/** What the letter shows and not everybody may see: unpublished, set for later, or gone. */
function checkCards(blocks: Block[], known: Known): LetterCheck[] {
  const missing = blocks.flatMap((block) =>
    block.kind === "card" && !known.cards.has(block.content.path) ? [block.content] : [],
  )
  return missing.map(({ kind, path }) => ({
    level: "error",
    text: `${KINDS[kind]} à l’adresse ${path} n’est pas en ligne\u00a0: la lettre ne montrerait qu’un lien qui ne mène à rien.`,
  }))
}
