import { PROOF, PROOF_AGE_S } from "./proof.copy.ts"

/**
 * The forms whose sending waits for a proof (`requireProof`), by the address they are sent to: their intents (`""` where
 * there is one form only), and how many seconds old the proof may be. Here the browser looks, so that it asks before it
 * sends.
 */
export const DANGEROUS_DEEDS: Record<string, Record<string, number>> = {
  "/admin/users": {
    ...{ create: PROOF_AGE_S, role: PROOF_AGE_S, delete: PROOF_AGE_S },
    ...{ invite: PROOF_AGE_S, renew: PROOF_AGE_S, revoke: PROOF_AGE_S },
  },
  "/admin/settings": { email: PROOF_AGE_S, leave: PROOF_AGE_S },
  "/admin/personal-data": { erase: PROOF_AGE_S },
  "/admin/personal-data/export": { "": PROOF_AGE_S },
  "/admin/import": { "resume-feed": PROOF_AGE_S },
}

/** @returns how old a proof may be for what this form does; undefined where it needs none, or brings its own */
export function proofAgeFor(form: HTMLFormElement, submitter: HTMLElement | null) {
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href)
  const fields = new FormData(form, submitter)
  if (fields.has(PROOF)) return undefined
  const intents = DANGEROUS_DEEDS[pathname]
  const intent = fields.get("intent") ?? ""
  return typeof intent === "string" && intents && Object.hasOwn(intents, intent) ? intents[intent] : undefined
}
