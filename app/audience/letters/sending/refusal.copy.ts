import { explainMailFailure } from "#app/base/mail/mail-failure.copy.ts"

/** As `MailFailure` of the tables, which browsers do not know. */
type Failure = { code?: string; command?: string; responseCode?: number; status?: string }

/** Enhanced status codes (RFC 3463), without their class: what is wrong, whether for now or for good. */
const SUBJECTS: [pattern: RegExp, words: string][] = [
  [/^\.1\.([1236]|10)$/, "L’adresse n’existe pas ou plus."],
  [/^\.2\.1$/, "La boîte aux lettres est fermée."],
  [/^\.2\.2$/, "La boîte aux lettres est pleine."],
  [/^\.4\.\d+$/, "Le serveur du destinataire n’a pas pu être joint."],
  [/^\.7\.\d+$/, "Le serveur d’e-mails n’accepte pas cet envoi pour ce destinataire."],
]

/** Why a recipient did not get a letter, in words; the same words for the same reason. */
export function explainRefusal(failure: Failure | null | undefined) {
  const about = failure?.status?.slice(1) ?? ""
  return SUBJECTS.find(([pattern]) => pattern.test(about))?.[1] ?? explainMailFailure(failure)
}
