import type { BounceKind } from "#app/kit/lib/letters.ts"

/** As `MailFailure` of the tables, which browsers do not know. */
type Failure = { status?: string; responseCode?: number }

/** What is counted of a letter, by kind of bounce. */
export const BOUNCE_LABELS: Record<BounceKind, string> = {
  hard: "Adresses qui n’existent plus",
  soft: "Refus provisoires",
  blocked: "Messages bloqués",
  complaint: "Signalements comme indésirable",
}

/** What is said only of codes that mean it, of each kind. */
const REASONS: [kind: BounceKind, pattern: RegExp, words: string][] = [
  ["hard", /^5\.(?:1\.2|4\.4|4\.310)$/, "Le domaine de l’adresse ne reçoit pas d’e-mails."],
  ["soft", /^[45]\.2\.2$/, "La boîte est pleine."],
  ["soft", /^[45]\.4\.\d+$/, "Le serveur du destinataire n’a pas répondu à temps."],
  ["blocked", /^[45]\.(?:2\.3|3\.4)$/, "Le message est trop grand pour cette boîte."],
]

const KINDS: Record<BounceKind, string> = {
  hard: "L’adresse n’existe pas, ou plus.",
  soft: "Le serveur du destinataire n’a pas pu prendre le message pour l’instant.",
  blocked: "Le serveur du destinataire a refusé le message, par ses règles ou comme indésirable.",
  complaint: "La personne a signalé la lettre comme indésirable\u00a0: elle a été désabonnée.",
}

/** Why a letter bounced that had been taken, in words. */
export function explainBounce(kind: BounceKind, failure: Failure | null | undefined) {
  if (kind === "complaint") return KINDS.complaint
  const status = failure?.status ?? ""
  const found = REASONS.find(([of, pattern]) => of === kind && pattern.test(status))?.[2]
  const code = status || failure?.responseCode
  return `${(found ?? KINDS[kind]).slice(0, -1)}${code ? ` (réponse\u00a0${code})` : ""}.`
}
