import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { securityIntents } from "./security.schema.ts"

type Fields = Asking<typeof securityIntents>

const LAST =
  "C’est votre dernier second facteur : votre mot de passe suffira pour entrer, et vos codes de secours ne vaudront plus."
const OTHERS = "Vos autres seconds facteurs et vos codes de secours restent valables."

/** What is asked before the app is no longer in use. @param isOnly whether it is the last factor */
export function appRemoval(isOnly: boolean): Question {
  return {
    question: "Retirer l’application d’authentification ?",
    detail: isOnly ? LAST : OTHERS,
    confirmLabel: "Retirer",
    fields: { intent: "remove-totp" } satisfies Fields,
  }
}

export function passkeyRemoval({ id, name }: { id: string; name: string }, isOnly: boolean): Question {
  return {
    question: `Retirer la clé d’accès « ${name} » ?`,
    detail: isOnly ? LAST : OTHERS,
    confirmLabel: "Retirer",
    fields: { intent: "remove-passkey", id } satisfies Fields,
  }
}

export function codesRenewal(): Question {
  return {
    question: "Renouveler les codes de secours ?",
    detail: "Les codes que vous avez notés ne vaudront plus. Les nouveaux ne s’afficheront qu’une fois.",
    confirmLabel: "Renouveler",
    fields: { intent: "renew-codes" } satisfies Fields,
  }
}
