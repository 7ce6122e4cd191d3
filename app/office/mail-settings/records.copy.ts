import type { Question } from "#app/kit/http/questions.ts"
import type { RecordState } from "./dns-records.ts"

/** The parameter of the page's address that asks the DNS. */
export const LOOK_UP = "dns"

export const STATES: Record<RecordState, { label: string; text: string }> = {
  unknown: { label: "inconnu", text: "Le DNS n’a pas répondu : réessayez dans un instant." },
  missing: { label: "absent", text: "Ajoutez cet enregistrement chez qui gère votre nom de domaine." },
  present: { label: "déjà là", text: "Rien à faire." },
  several: {
    label: "plusieurs",
    text: "Il y en a plusieurs, ce qui les rend tous invalides : n’en gardez qu’un, qui réunit les autres.",
  },
  other: {
    label: "différent",
    text: "Il y en a un autre : remplacez-le par celui-ci.",
  },
}

export const PURPOSES = {
  SPF: "Dit quels serveurs envoient au nom de votre domaine.",
  DKIM: "La clé publique par laquelle chacun vérifie que vos e-mails viennent bien d’ici.",
  DMARC: "Dit quoi faire des e-mails qui échouent aux deux autres. Commencez par p=none, sans risque.",
}

export const renewalQuestion: Question = {
  question: "Renouveler la clé DKIM ?",
  detail:
    "Les e-mails seront aussitôt signés avec la nouvelle clé : publiez-la sans attendre. Laissez l’ancienne dans le DNS pendant une semaine, pour les e-mails déjà partis.",
  confirmLabel: "Renouveler",
  fields: { intent: "renew-dkim" },
}
