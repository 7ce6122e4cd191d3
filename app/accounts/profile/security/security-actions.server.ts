import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser"
import { data } from "react-router"
import type { z } from "zod"
import type { Parsed } from "#app/kit/http/forms.server.ts"
import {
  type FormResponse,
  orElse,
  respondInvalid,
  respondToastFailure,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast, toastHeaders } from "#app/kit/http/toast.server.ts"
import type { Toast } from "#app/kit/http/toast.ts"
import { SECURITY_PAGE } from "../../auth/factors/factors.copy.ts"
import { MAX_PASSKEYS } from "../../auth/factors/passkeys.schema.ts"
import {
  addPasskey,
  askForNewPasskey,
  checkNewPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "../../auth/factors/passkeys.server.ts"
import {
  confirmTotp,
  findStartedTotp,
  matchFirstCode,
  removeTotp,
  startTotp,
} from "../../auth/factors/totp.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import {
  changeFactors,
  type FactorChange,
  type NewCodes,
  type Person,
  type Refusal,
  renewCodes,
} from "./factors-of-account.server.ts"
import type { securityIntents } from "./security.schema.ts"
import { describeSetup, type TotpSetup } from "./totp-setup.server.ts"

/** Of a form of this page: what it shows besides. */
export type SecurityResponse = FormResponse & {
  totp?: TotpSetup
  codes?: NewCodes
  /** What the browser is to make a passkey with. */
  passkey?: PublicKeyCredentialCreationOptionsJSON
}

type Sent<Intent extends keyof typeof securityIntents> = Parsed<z.output<(typeof securityIntents)[Intent]>>

/** Who changes their own factors, and in which browser. */
type Changer = Person & { browser: string }

const APP = "Application d’authentification"
const CANNOT_SAVE = "Impossible de modifier vos seconds facteurs"
const MISSING = "Ce second facteur n’existe plus"
const titleOf = (passkey: string) => `Clé d’accès « ${passkey} »`

/** Begins to set up an authenticator app; what was begun before is over. */
export function startApp(person: Person) {
  return orFail(async () => {
    const started = await startTotp(person)
    if (!started) return respondToastFailure("Une application est déjà active : retirez-la d’abord", 409)
    return respond("start-totp", { totp: describeSetup(started) })
  })
}

/** Puts the app in use by its first code. Refused, the page shows what is to be scanned once more. */
export function confirmApp(parsed: Sent<"confirm-totp">, typed: string, { browser, ...person }: Changer) {
  return orFail(async () => {
    const started = await findStartedTotp(person)
    if (!started) return respondToastFailure("Cette configuration n’est plus en cours : recommencez", 409)
    const totp = describeSetup(started)
    const refuse = (code: string) =>
      respond("confirm-totp", { totp, errors: { code }, values: { code: typed } }, 400)
    if (!parsed.ok) return refuse(Object.values(parsed.errors)[0] ?? "")
    if (parsed.value.setup !== totp.setup) return refuse(BEGUN_ELSEWHERE)
    const match = await matchFirstCode(person.id, parsed.value.code)
    if (!match) return refuse("Ce code est incorrect. Attendez le suivant, et vérifiez l’heure du téléphone.")
    const change = await changeFactors(person, browser, async (tx) =>
      (await confirmTotp(tx, person.id, match)) ? { action: "add-factor", title: APP } : "refused",
    )
    return change.outcome === "refused"
      ? refuse(BEGUN_ELSEWHERE)
      : respondChanged(change, "Application active")
  })
}

const BEGUN_ELSEWHERE =
  "La configuration a été recommencée, peut-être dans un autre onglet : scannez le QR code affiché maintenant."

export function removeApp({ browser, ...person }: Changer) {
  return orFail(async () => {
    const change = await changeFactors(person, browser, async (tx) =>
      (await removeTotp(tx, person.id)) ? { action: "remove-factor", title: APP } : "missing",
    )
    return respondChanged(change, "Application retirée")
  })
}

/** Asks the browser to make a passkey. */
export function startPasskey(parsed: Sent<"start-passkey">, person: Person) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { name } = parsed.value
  return orFail(async () => {
    if ((await listPasskeys(person.id)).length >= MAX_PASSKEYS) return respondToastFailure(TOO_MANY, 409)
    return respond("start-passkey", { passkey: await askForNewPasskey(person), values: { name } })
  })
}

const TOO_MANY = `Vous avez déjà ${MAX_PASSKEYS} clés d’accès : retirez-en une d’abord`

/** Keeps the passkey that the browser made. */
export function saveNewPasskey(parsed: Sent<"add-passkey">, { browser, ...person }: Changer) {
  if (!parsed.ok) return respondToastFailure(parsed.errors.name ?? REFUSED, 400)
  const { name, response } = parsed.value
  return orFail(async () => {
    const key = await checkNewPasskey(person.id, response)
    const change = await changeFactors(person, browser, async (tx) => {
      if (!key) return "refused"
      const added = await addPasskey(tx, person.id, key, name)
      return added === "added" ? { action: "add-factor", title: titleOf(name) } : added
    })
    return respondChanged(change, "Clé d’accès ajoutée")
  })
}

const REFUSED = "Cette clé d’accès n’a pas pu être vérifiée. Recommencez"

export function saveName(parsed: Sent<"rename-passkey">, { id: userId }: Person) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { id, name } = parsed.value
  return orFail(async () => {
    const isRenamed = await db.transaction(async (tx) => {
      const former = await renamePasskey(tx, userId, id, name)
      if (former === undefined) return false
      const names = { before: { name: former }, after: { name } }
      await record(tx, { action: "update", kind: "factor", id: userId, title: titleOf(name), ...names })
      return true
    })
    if (!isRenamed) return respondToastFailure(MISSING, 404)
    return redirectWithToast(SECURITY_PAGE, { kind: "success", title: "Clé d’accès renommée" })
  })
}

export function dropPasskey(parsed: Sent<"remove-passkey">, { browser, ...person }: Changer) {
  if (!parsed.ok) return respondToastFailure(MISSING, 400)
  return orFail(async () => {
    const change = await changeFactors(person, browser, async (tx) => {
      const name = await removePasskey(tx, person.id, parsed.value.id)
      return name === undefined ? "missing" : { action: "remove-factor", title: titleOf(name) }
    })
    return respondChanged(change, "Clé d’accès retirée")
  })
}

/** Makes new recovery codes, and shows them this once. */
export function replaceCodes(person: Person) {
  return orFail(async () => {
    const codes = await renewCodes(person)
    return codes
      ? respond("renew-codes", { codes })
      : respondToastFailure("Ajoutez d’abord un second facteur", 409)
  })
}

/** What changed is shown: codes by the page, which no redirect may lose, the rest as a toast. */
async function respondChanged(change: FactorChange, title: string) {
  if (change.outcome !== "changed") return respondToastFailure(...REFUSALS[change.outcome])
  if (change.codes) return respond("codes", { codes: change.codes })
  const toast: Omit<Toast, "id"> = { kind: "success", title, link: OTHER_SESSIONS }
  return data<SecurityResponse | null>(null, { headers: await toastHeaders(toast) })
}

const ONLY_WAY_IN =
  "Cette clé d’accès est votre seul moyen d’entrer : choisissez d’abord un mot de passe par « Mot de passe oublié ? »"
const REFUSALS: Record<Refusal, [text: string, status: number]> = {
  refused: [REFUSED, 400],
  "too-many": [TOO_MANY, 409],
  missing: [MISSING, 404],
  "only-way-in": [ONLY_WAY_IN, 409],
}
const OTHER_SESSIONS = { to: "/admin/settings#sessions", label: "Voir vos sessions" }

function respond(intent: string, { values, errors = {}, ...shown }: Partial<SecurityResponse>, status = 200) {
  return data<SecurityResponse | null>({ values: { intent, ...values }, errors, ...shown }, status)
}

function orFail<Answer>(work: () => Promise<Answer>) {
  return orElse(work, () => respondToastFailure(CANNOT_SAVE, 500))
}
