import { SECURITY_PAGE } from "../factors/factors.copy.ts"
import { FACTOR_PROOF_AGE_S, PROOF, PROOF_AGE_S } from "./proof.copy.ts"

/**
 * The forms whose sending waits for a proof (`requireProof`), by the address they are sent to: their intents (`""` where
 * there is one form only), and how many seconds old the proof may be. Here the browser looks, so that it asks before it
 * sends.
 */
export const DANGEROUS_DEEDS: Record<string, Record<string, number>> = {
  "/admin/users": deeds([
    "create",
    "role",
    "delete",
    "end-sessions",
    "invite",
    "renew",
    "revoke",
    "require-factor",
    "lift-factor",
  ]),
  "/admin/settings": deeds(["email", "leave"]),
  [SECURITY_PAGE]: deeds(
    [
      ...["start-totp", "confirm-totp", "remove-totp", "renew-codes"],
      ...["start-passkey", "add-passkey", "rename-passkey", "remove-passkey"],
    ],
    FACTOR_PROOF_AGE_S,
  ),
  "/admin/personal-data": deeds(["erase"]),
  "/admin/personal-data/export": deeds([""]),
  "/admin/media": deeds(["delete-used"]),
  "/admin/newsletter": deeds(["ask", "reactivate", "unsubscribe", "delete"]),
  // Whatever its number.
  "/admin/letters/:id": deeds(["send", "schedule", "delete-sent"]),
  "/admin/newsletter/import": deeds(["start", "undo"]),
  "/admin/import": deeds(["resume-feed"]),
  // Of a short time, most of what was received goes.
  "/admin/site/retention": deeds(["save", "reset"]),
  // Whoever says where the feed goes takes its subscribers along.
  "/admin/site/feed": deeds(["save"]),
  "/admin/moving/out": deeds(["forward"]),
  // Whoever says where mails go takes accounts over, by their links.
  "/admin/site/mail": deeds(["save", "reset", "renew-dkim"]),
  // Whoever says where returns are read says whose subscriptions end.
  "/admin/site/returns": deeds(["save", "reset"]),
}

/** @returns how old a proof may be for what this form does; undefined where it needs none, or brings its own */
export function proofAgeFor(form: HTMLFormElement, submitter: HTMLElement | null) {
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href)
  const fields = new FormData(form, submitter)
  if (fields.has(PROOF)) return undefined
  const intents = DANGEROUS_DEEDS[pathname.replace(/\/\d+(?=\/|$)/, "/:id")]
  const intent = fields.get("intent") ?? ""
  return typeof intent === "string" && intents && Object.hasOwn(intents, intent) ? intents[intent] : undefined
}

function deeds(intents: string[], age = PROOF_AGE_S) {
  return Object.fromEntries(intents.map((intent) => [intent, age]))
}
