import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { migrationOutIntents } from "./out.schema.ts"

type Intent = Asking<typeof migrationOutIntents>["intent"]

export const comingBack: Question = {
  question: "Revenir ici\u202f?",
  detail:
    "Le flux d’ici montre de nouveau ses épisodes, n’annonce plus d’autre adresse et se verrouille. Les applications qui ont déjà retenu la nouvelle adresse y restent\u00a0: demandez alors au nouvel hébergeur de rediriger la sienne vers ce flux.",
  confirmLabel: "Revenir ici",
  fields: { intent: "come-back" satisfies Intent },
}

export function unlockFields(isLocked: boolean) {
  return { intent: (isLocked ? "unlock" : "lock") satisfies Intent }
}

export const letterFields = { intent: "write-letter" satisfies Intent }
