import type { Trial } from "#app/base/mail/try-server.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { codeOf, explainMailboxError } from "./mailbox-failure.ts"
import { nameMailbox, withMailbox } from "./mailbox.server.ts"

/** A server that goes on talking slowly is not waited for either. */
const LONGEST_MS = 45_000

/** Opens the mailbox as it is set, without reading a mail, and tells what came of it. */
export async function testMailbox(): Promise<Trial> {
  if (!nameMailbox()) return { outcome: "not-tried", advice: NONE }
  const { imapFolder, imapDone } = siteSettings().returns
  try {
    return await withMailbox(async (client): Promise<Trial> => {
      const { exists } = await client.mailboxOpen(imapFolder, { readOnly: true })
      if (imapDone !== "" && !(await client.list()).some(({ path }) => path === imapDone))
        return { outcome: "failed", title: missing(imapDone), advice: MAKE_IT, answer: "" }
      const advice = `Le dossier ${imapFolder} ${describeContents(exists)}.`
      return { outcome: "worked", title: "La boîte s’ouvre.", advice }
    }, AbortSignal.timeout(LONGEST_MS))
  } catch (error) {
    log.warn({ code: codeOf(error) }, "bounce mailbox not opened")
    return { outcome: "failed", ...explainMailboxError(error) }
  }
}

function describeContents(mails: number) {
  if (mails === 0) return "ne contient aucun e-mail"
  return `contient ${mails === 1 ? "un e-mail" : `${mails.toLocaleString("fr-FR")} e-mails`}`
}

const missing = (folder: string) => `La boîte s’ouvre, mais le dossier « ${folder} » n’existe pas`
const MAKE_IT = "Créez-le dans votre messagerie, ou laissez ce réglage vide."
const NONE = "Aucun serveur de réception n’est réglé : remplissez et enregistrez d’abord ci-dessus."
