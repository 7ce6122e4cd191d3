import { listPictures } from "#app/db/pictures.server.ts"
import { isQuick } from "#app/kit/lib/markdown.server.ts"
import { toPlainHtml } from "#app/kit/lib/markdown/render.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import type { Picture } from "#app/kit/lib/pictures.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { readerInThread, type TextReader } from "#app/kit/lib/text-thread.server.ts"
import { listCardPages, loadCards } from "./cards.server.ts"
import {
  type LetterMail,
  type LetterNames,
  type MailAsked,
  mailOf,
  type NamesAsked,
  namesOf,
  type SiteAsked,
  siteHtmlOf,
} from "./letter-forms.ts"
import type { MailLook } from "./mail-look.ts"
import type { Known } from "./written-letter.ts"

const MAX_PICTURES = 200

const findNames = write<NamesAsked, LetterNames>("letter-names", namesOf)
const writeMail = write<MailAsked, LetterMail>("letter-mail", mailOf)
const writeSite = write<SiteAsked, string>("letter-site", siteHtmlOf)

/**
 * A letter's content for mail programs, with all that the database knows of what it names.
 *
 * @param further addresses of pictures to know beside its own
 * @throws Error where it takes longer than any letter may
 */
export async function writeForMail(content: string, look: MailLook, further: string[]) {
  const known = await findKnown(content, { further })
  const mail = await writeMail({ content, known, look })
  if (!mail) throw new Error("the letter was not written out")
  return { ...mail, known }
}

/** The same as safe HTML for pages, where films and sounds play; as it was typed where it takes longer than any letter may. */
export async function writeForSite(content: string) {
  const known = await findKnown(content, { plays: true })
  return (await writeSite({ content, known })) ?? toPlainHtml(content)
}

/** Short letters here, and long ones while others are answered. */
function write<Asked extends { content: string }, Written>(
  reader: TextReader,
  here: (asked: Asked) => Written,
) {
  const inThread = readerInThread<Asked, Written>(reader)
  return async (asked: Asked) => (isQuick(asked.content) ? here(asked) : inThread(asked))
}

type Options = { further?: string[]; plays?: boolean }

async function findKnown(content: string, { further = [], plays = false }: Options): Promise<Known> {
  const { publicUrl } = getSettings()
  const site = { publicUrl, pages: listCardPages() }
  const names = await findNames({ content, ...site, plays })
  const [cards, pictures] = await Promise.all([
    loadCards(names?.contents ?? [], publicUrl),
    listPictures(pictureKeys([...further, ...(names?.pictures ?? [])])),
  ])
  const known = new Map<string, Picture>(pictures.map((picture) => [picture.key, picture]))
  for (const { picture } of cards.values()) if (picture) known.set(picture.key, picture)
  return { ...site, cards, pictures: known }
}

function pictureKeys(addresses: string[]) {
  const keys = addresses.flatMap((address) => mediaKey(address) ?? [])
  return [...new Set(keys)].slice(0, MAX_PICTURES)
}
