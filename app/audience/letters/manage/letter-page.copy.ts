import type { Question } from "#app/kit/http/questions.ts"
import { LETTERS } from "./letter-list.ts"

// « 1 » is no plural, and figures keep their digits together.
const number = new Intl.NumberFormat("fr-FR")

/** « 1 personne », « 12 000 personnes ». */
export function people(count: number) {
  return `${number.format(count)} ${count > 1 ? "personnes" : "personne"}`
}

export const spell = (count: number) => number.format(count)

type Asked = { title: string; version: number; reach: number | null }

/** What is asked before a letter leaves. */
export function askToSend({ title, version, reach }: Asked): Question {
  return {
    question:
      reach === null
        ? "Envoyer cette lettre à tous ses abonnés\u202f?"
        : `Envoyer cette lettre à ${people(reach)}\u202f?`,
    detail: `«\u00a0${title}\u00a0» part tout de suite. Elle ne se modifie plus ensuite, et ce qui est parti ne revient pas.`,
    confirmLabel: "Envoyer",
    fields: { intent: "send", version: String(version) },
  }
}

/** What is asked before the rest of a letter is given up. */
export function askToStop(title: string, left: number): Question {
  return {
    question: "Arrêter l’envoi pour de bon\u202f?",
    detail:
      left > 0
        ? `${people(left)} ne ${left > 1 ? "recevront" : "recevra"} pas «\u00a0${title}\u00a0». Pour seulement attendre, mettez l’envoi en pause.`
        : `L’envoi de «\u00a0${title}\u00a0» s’arrête là où il en est.`,
    confirmLabel: "Arrêter l’envoi",
    fields: { intent: "stop" },
  }
}

/** What is asked before mails go out that may have arrived already. */
export function askToResend(count: number, recipient?: number): Question {
  return {
    question: count > 1 ? `Envoyer à nouveau à ${people(count)}\u202f?` : "Envoyer à nouveau\u202f?",
    detail: "Qui l’a déjà reçue la recevra deux fois.",
    confirmLabel: "Envoyer à nouveau",
    fields: {
      intent: "settle",
      how: "resend",
      ...(recipient !== undefined && { recipient: String(recipient) }),
    },
  }
}

/** What is asked before a letter that left is deleted. */
export function askToErase(title: string): Question {
  return {
    question: `Êtes-vous sûr de vouloir supprimer ${LETTERS.thisOne}\u202f?`,
    detail: `«\u00a0${title}\u00a0» est déjà partie\u00a0: son compte rendu, ses destinataires et sa page des archives quittent le site avec elle. Ce qui a été reçu reste reçu.`,
    toBin: "Elle",
    fields: { intent: "delete-sent" },
  }
}

/** « environ 3 minutes », « environ 2 heures ». */
export function aboutMinutes(minutes: number) {
  if (minutes <= 1) return "moins d’une minute"
  if (minutes < 120) return `environ ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `environ ${hours} heures` : `environ ${Math.round(hours / 24)} jours`
}
