import { groupAddress, type GroupName, GROUPS, reachOf } from "#app/base/settings/groups.ts"
import type { Reach } from "#app/kit/lib/reaches.ts"
import { SECURITY_PAGE } from "../factors/factors.copy.ts"
import {
  FACTOR_AUTHENTICATION_AGE_S,
  REAUTHENTICATION_FIELD,
  AUTHENTICATION_AGE_S,
} from "./reauthentication.copy.ts"

type Actions = Record<string, Reach>

/**
 * The forms whose sending waits for re-authentication (`requireReauthentication`), by the address they are sent to: their intents (`""` where
 * there is one form only), and what these reach. Here the browser looks, so that it asks before it sends.
 */
export const DANGEROUS_ACTIONS: Record<string, Actions> = {
  ...groupActions(),
  "/admin/users": actions("access", [
    ...["create", "role", "delete", "end-sessions", "invite", "renew", "revoke"],
    ...["require-factor", "lift-factor"],
  ]),
  "/admin/settings": actions("access", ["email", "leave"]),
  [SECURITY_PAGE]: actions("keys", [
    ...["start-totp", "confirm-totp", "remove-totp", "renew-codes"],
    ...["start-passkey", "add-passkey", "rename-passkey", "remove-passkey"],
  ]),
  "/admin/personal-data": actions("people", ["erase"]),
  "/admin/personal-data/export": actions("people", [""]),
  "/admin/media/:id": actions("for-good", ["delete-used"]),
  "/admin/newsletter": { ask: "many", ...actions("people", ["reactivate", "unsubscribe", "delete"]) },
  "/admin/newsletter/import": { start: "many", remember: "people", undo: "people" },
  "/admin/supporters": actions("people", ["delete"]),
  "/admin/supporters/:id": actions("people", ["delete"]),
  "/admin/supporters/import": actions("people", ["import"]),
  "/admin/letters": actions("many", ["save"]),
  // Whatever its number.
  "/admin/letters/:id": { ...actions("many", ["send", "schedule"]), "delete-sent": "for-good" },
  "/admin/import": actions("elsewhere", ["resume-feed"]),
  "/admin/import/:id": { start: "many", undo: "for-good" },
  "/admin/levels": actions("elsewhere", ["save"]),
  "/admin/levels/:id": actions("elsewhere", ["save"]),
  "/admin/redirects": actions("elsewhere", ["save"]),
  "/admin/redirects/:id": actions("elsewhere", ["save"]),
  "/admin/redirects/import": actions("elsewhere", ["import"]),
  "/admin/maintenance/backups": actions("for-good", ["delete"]),
  "/admin/maintenance/export": actions("people", ["make"]),
  // With what visitors wrote; and what the podcast is, or where its feed is.
  "/admin/maintenance/backups/contents": { bring: "people", "bring-settings": "feed" },
  "/admin/moving/out": actions("feed", ["forward", "unlock"]),
  // The same settings as those of the podcast's group.
  "/admin/first-steps": actions("feed", ["save-podcast"]),
  "/admin/site/mail": { ...groupActions()["/admin/site/mail"], "renew-dkim": "access" },
}

/** By address and intent, of what forms only some reach: these. The server looks at what the fields come to. */
const ONLY_WHERE: Record<string, (fields: FormData) => boolean> = {
  // A draft goes nowhere; what is scheduled leaves by itself.
  "/admin/letters save": (fields) => fields.has(SCHEDULED),
  "/admin/levels save": saysWhereToPay,
  "/admin/levels/:id save": saysWhereToPay,
  "/admin/redirects save": leadsElsewhere,
  "/admin/redirects/:id save": leadsElsewhere,
}

function saysWhereToPay(fields: FormData) {
  return Boolean(fields.get("payUrl"))
}

function leadsElsewhere(fields: FormData) {
  return fields.get("code") === "301" && !isOwnPath(fields.get("target"))
}

/** Sent along by the form of a letter that is going to leave. */
export const SCHEDULED = "scheduled"

/** How many seconds ago the person must have authenticated for an action. */
export function authenticationAgeOf(reach: Reach) {
  return reach === "keys" ? FACTOR_AUTHENTICATION_AGE_S : AUTHENTICATION_AGE_S
}

/** @returns how old the last authentication may be for what this form does; undefined where it does not matter, or the form brings the password */
export function authenticationAgeFor(form: HTMLFormElement, submitter: HTMLElement | null) {
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href)
  const fields = new FormData(form, submitter)
  if (fields.has(REAUTHENTICATION_FIELD)) return undefined
  const path = pathname.replace(/\/(\d+|new)(?=\/|$)/, "/:id")
  const intent = fields.get("intent") ?? ""
  const reaches = DANGEROUS_ACTIONS[path]
  if (typeof intent !== "string" || !reaches || !Object.hasOwn(reaches, intent)) return undefined
  const reach = reaches[intent]
  const isMeant = ONLY_WHERE[`${path} ${intent}`] ?? (() => true)
  return reach && isMeant(fields) ? authenticationAgeOf(reach) : undefined
}

function isOwnPath(target: FormDataEntryValue | null) {
  return typeof target === "string" && /^\s*\/(?![/\\])/.test(target)
}

function actions(reach: Reach, intents: string[]): Actions {
  return Object.fromEntries(intents.map((intent) => [intent, reach]))
}

/** Of settings that reach something, saving and giving back the default. */
function groupActions(): Record<string, Actions> {
  return Object.fromEntries(
    (Object.keys(GROUPS) as GroupName[]).flatMap((group) => {
      const reach = reachOf(group)
      return reach ? [[groupAddress(group), actions(reach, ["save", "reset"])]] : []
    }),
  )
}
