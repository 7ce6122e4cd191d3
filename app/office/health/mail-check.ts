import { explainMailFailure } from "#app/base/mail/mail-failure.copy.ts"
import { formatAgo } from "#app/kit/lib/dates.ts"
import { type Check, type Problem, summaryOf } from "./check.ts"

type Failure = Parameters<typeof explainMailFailure>[0]

type Mailing = {
  /** The mail server's host and port; without it mails are files. */
  server?: string
  /** What asking the server came to; missing without one. */
  asked?: { outcome: "done" } | { outcome: "late" } | { outcome: "failed"; failure: Failure }
  waiting: number
  late: number
  failed: number
  sentAt?: Date
  lastFailure?: { at: Date; failure: Failure }
}

export function checkMail(mailing: Mailing, now: Date): Check {
  const problems = [findServerFault(mailing), findFailed(mailing), findLate(mailing)].flatMap(
    (problem) => problem ?? [],
  )
  const { server, waiting, failed, sentAt, lastFailure } = mailing
  return {
    id: "e-mails",
    title: "E-mails",
    ...summaryOf(problems, "Le serveur d’e-mails répond."),
    facts: [
      {
        label: "Envoi",
        value: server ? `par SMTP, ${server}` : "aucun\u00a0: fichiers sur le serveur du site (outbox)",
      },
      { label: "Dernier e-mail parti", value: sentAt ? formatAgo(sentAt, now) : "aucun" },
      {
        label: "Dernier échec",
        value: lastFailure
          ? `${formatAgo(lastFailure.at, now)}. ${explainMailFailure(lastFailure.failure)}`
          : "aucun",
      },
      { label: "En attente", value: spellMany(waiting) },
      { label: "Abandonnés", value: spellMany(failed) },
    ],
  }
}

function findServerFault({ server, asked }: Mailing): Problem | undefined {
  if (!server)
    return {
      state: "look",
      summary:
        "Aucun serveur d’e-mails n’est réglé\u00a0: les e-mails du site sont des fichiers, personne ne les reçoit.",
      advice: "Donnez-en un au site\u00a0: Réglages, Newsletter et e-mails.",
    }
  if (!asked || asked.outcome === "done") return undefined
  return {
    state: "fix",
    summary:
      asked.outcome === "failed" ? explainMailFailure(asked.failure) : "Le serveur d’e-mails ne répond pas.",
    advice: "Vérifiez l’adresse, le port, l’identifiant et le mot de passe du serveur d’envoi.",
  }
}

function findFailed({ failed }: Mailing): Problem | undefined {
  if (failed === 0) return undefined
  return {
    state: "look",
    summary: `${spellFailedMails(failed)}.`,
    advice: "Ouvrez la liste des e-mails abandonnés\u00a0: elle dit pourquoi, et permet de réessayer.",
  }
}

function findLate({ late }: Mailing): Problem | undefined {
  if (late === 0) return undefined
  return {
    state: "look",
    summary: `${spellLateMails(late)}.`,
    advice: "Ils partiront d’eux-mêmes dès que le serveur d’e-mails les prendra.",
  }
}

const MOST = 1_000
const spellMany = (count: number) => (count > MOST ? `plus de ${MOST}` : String(count))

/** « 3 e-mails n’ont pas pu être envoyés » */
export function spellFailedMails(count: number) {
  return count > 1
    ? `${capital(spellMany(count))} e-mails n’ont pas pu être envoyés`
    : "Un e-mail n’a pas pu être envoyé"
}

/** « 3 e-mails attendent depuis longtemps » */
export function spellLateMails(count: number) {
  return count > 1
    ? `${capital(spellMany(count))} e-mails attendent depuis longtemps`
    : "Un e-mail attend depuis longtemps"
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
