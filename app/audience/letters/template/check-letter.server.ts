import { findDkimRecord } from "#app/base/mail/dkim.server.ts"
import { findType } from "#app/content/types.server.ts"
import { mailSender, sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
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
import { wholeAddress } from "./mail-picture.ts"
import type { OwnContent } from "./own-address.ts"
import { type LetterToRender, renderLetter } from "./render-letter.server.ts"

const ORDER = ["error", "warning", "ok"]

/**
 * What somebody should know of a letter before it leaves, the gravest first. Asks the sites that it leads to, for some seconds at
 * most. @param options where links may lead, and for how long they are waited for
 */
export async function checkLetter(letter: LetterToRender, options: LinkOptions = {}): Promise<LetterCheck[]> {
  const { html, body } = await renderLetter(letter)
  const { links, pictures, nameless, missing, text } = body
  const { publicUrl } = body.known
  const [dkim, linkChecks] = await Promise.all([
    findDkimRecord(),
    checkLinks(
      [...links.map(({ href }) => href), ...pictures.map((src) => wholeAddress(src, publicUrl))],
      publicUrl,
      options,
    ),
  ])
  const found: LetterCheck[] = [
    ...checkSubject(letter.title),
    checkPreviewText(letter.previewText, letter.title),
    ...checkContent({ words: text, pictures: pictures.length, nameless }),
    ...missing.map(sayMissing),
    ...linkChecks,
    ...checkLinkWords(links),
    checkSize(Buffer.byteLength(html)),
    ...checkSending({
      publicUrl,
      sendsRealMail: sendsRealMail(),
      sender: mailSender().address,
      isSigned: dkim !== undefined,
      hasPostalAddress: siteSettings().legal.editorAddress.trim() !== "",
    }),
  ]
  return found.toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level))
}

/** « L’épisode » */
const nameOf = (kind: string) => {
  const noun = findType(kind)?.words.theOne ?? ""
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** What the letter shows and not everybody may see: unpublished, set for later, or gone. */
const sayMissing = ({ kind, path }: OwnContent): LetterCheck => ({
  level: "error",
  text: `${nameOf(kind)} à l’adresse ${path} n’est pas en ligne\u00a0: la lettre ne montrerait qu’un lien qui ne mène à rien.`,
})
