import { groupAddress, type GroupName, GROUPS, reachOf } from "#app/base/settings/groups.ts"
import type { Reach } from "#app/kit/lib/reaches.ts"
import { SECURITY_PAGE } from "../factors/factors.copy.ts"
import { FACTOR_PROOF_AGE_S, PROOF, PROOF_AGE_S } from "./proof.copy.ts"

type Deeds = Record<string, Reach>

/**
 * The forms whose sending waits for a proof (`requireProof`), by the address they are sent to: their intents (`""` where
 * there is one form only), and what these reach. Here the browser looks, so that it asks before it sends.
 */
export const DANGEROUS_DEEDS: Record<string, Deeds> = {
  ...groupDeeds(),
  "/admin/users": deeds("access", [
    ...["create", "role", "delete", "end-sessions", "invite", "renew", "revoke"],
    ...["require-factor", "lift-factor"],
  ]),
  "/admin/settings": deeds("access", ["email", "leave"]),
  [SECURITY_PAGE]: deeds("keys", [
    ...["start-totp", "confirm-totp", "remove-totp", "renew-codes"],
    ...["start-passkey", "add-passkey", "rename-passkey", "remove-passkey"],
  ]),
  "/admin/personal-data": deeds("people", ["erase"]),
  "/admin/personal-data/export": deeds("people", [""]),
  "/admin/media/:id": deeds("for-good", ["delete-used"]),
  "/admin/newsletter": { ask: "many", ...deeds("people", ["reactivate", "unsubscribe", "delete"]) },
  "/admin/newsletter/import": { start: "many", undo: "people" },
  "/admin/letters": deeds("many", ["save"]),
  // Whatever its number.
  "/admin/letters/:id": { ...deeds("many", ["send", "schedule"]), "delete-sent": "for-good" },
  "/admin/import": deeds("elsewhere", ["resume-feed"]),
  "/admin/redirects": deeds("elsewhere", ["save"]),
  "/admin/redirects/:id": deeds("elsewhere", ["save"]),
  "/admin/redirects/import": deeds("elsewhere", ["import"]),
  "/admin/maintenance/backups": deeds("for-good", ["delete"]),
  "/admin/moving/out": deeds("feed", ["forward", "unlock"]),
  // The same settings as those of the podcast's group.
  "/admin/first-steps": deeds("feed", ["save-podcast"]),
  "/admin/site/mail": { ...groupDeeds()["/admin/site/mail"], "renew-dkim": "access" },
}

/** By address and intent, of what forms only some reach: these. The server looks at what the fields come to. */
const ONLY_WHERE: Record<string, (fields: FormData) => boolean> = {
  // A draft goes nowhere; what is scheduled leaves by itself.
  "/admin/letters save": (fields) => fields.has(SCHEDULED),
  "/admin/redirects save": leadsElsewhere,
  "/admin/redirects/:id save": leadsElsewhere,
}

function leadsElsewhere(fields: FormData) {
  return fields.get("code") === "301" && !isOwnPath(fields.get("target"))
}

/** Sent along by the form of a letter that is going to leave. */
export const SCHEDULED = "scheduled"

/** How many seconds old the proof of a deed may be. */
export function proofAgeOf(reach: Reach) {
  return reach === "keys" ? FACTOR_PROOF_AGE_S : PROOF_AGE_S
}

/** @returns how old a proof may be for what this form does; undefined where it needs none, or brings its own */
export function proofAgeFor(form: HTMLFormElement, submitter: HTMLElement | null) {
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href)
  const fields = new FormData(form, submitter)
  if (fields.has(PROOF)) return undefined
  const path = pathname.replace(/\/(\d+|new)(?=\/|$)/, "/:id")
  const intent = fields.get("intent") ?? ""
  const reaches = DANGEROUS_DEEDS[path]
  if (typeof intent !== "string" || !reaches || !Object.hasOwn(reaches, intent)) return undefined
  const reach = reaches[intent]
  const isMeant = ONLY_WHERE[`${path} ${intent}`] ?? (() => true)
  return reach && isMeant(fields) ? proofAgeOf(reach) : undefined
}

function isOwnPath(target: FormDataEntryValue | null) {
  return typeof target === "string" && /^\s*\/(?![/\\])/.test(target)
}

function deeds(reach: Reach, intents: string[]): Deeds {
  return Object.fromEntries(intents.map((intent) => [intent, reach]))
}

/** Of settings that reach something, saving and giving back the default. */
function groupDeeds(): Record<string, Deeds> {
  return Object.fromEntries(
    (Object.keys(GROUPS) as GroupName[]).flatMap((group) => {
      const reach = reachOf(group)
      return reach ? [[groupAddress(group), deeds(reach, ["save", "reset"])]] : []
    }),
  )
}
