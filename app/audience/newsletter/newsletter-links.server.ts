import { createHmac } from "node:crypto"
import { z } from "zod"
import { getSecret } from "#app/db/secrets.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { isSameText } from "#app/kit/lib/same-text.server.ts"
import { spellingsOf } from "./link-keys.ts"

const DAY_MS = 86_400_000
/** How long a link of a confirmation mail may be followed that somebody asked for. */
const CONFIRMATION_DAYS = 7
/** The same of one that the site sent by itself, about a subscription that it knows. */
const SUBSCRIBER_DAYS = 60

// Links in mails carry what they are for and a signature by a secret of this site. Nothing needs to be stored before
// an address is confirmed, and a link to unsubscribe works for ever.

const requestSchema = z.object({ email: z.string(), at: z.number() })
const ownSchema = z.object({ id: z.number(), at: z.number() })

export type Links = Awaited<ReturnType<typeof loadLinks>>

/** What makes the links. Load it before a transaction begins: the connection that holds one may be the only one. */
export async function loadLinks() {
  const secret = await getSecret("newsletter")
  const linkTo = (purpose: Purpose, text: string) =>
    `${getSettings().publicUrl}/newsletter/${purpose}?key=${Buffer.from(text).toString("base64url")}.${sign(secret, purpose, text)}`
  return {
    /** The link that ends this subscription, without signing in. */
    toUnsubscribe: (subscriberId: number) => linkTo("unsubscribe", String(subscriberId)),
    /** Where this subscriber chooses which letters to get, without signing in. */
    toPreferences: (subscriberId: number) => linkTo("preferences", String(subscriberId)),
    /** The link that confirms a subscription asked for now. */
    toConfirm: (email: string) =>
      linkTo("confirm", JSON.stringify({ email, at: Date.now() } satisfies z.input<typeof requestSchema>)),
    /** The link that confirms a subscription that there is. @param sentAt when its mail leaves */
    toConfirmSubscriber: (id: number, sentAt = new Date()) =>
      linkTo("confirm", JSON.stringify({ id, at: sentAt.getTime() } satisfies z.input<typeof ownSchema>)),
  }
}

/** @returns whose subscription the link ends, or undefined when it was not made here */
export async function readUnsubscribeKey(key: string) {
  const id = await open("unsubscribe", key)
  return id === undefined ? undefined : Number(id)
}

/** @returns whose preferences the link leads to, or undefined when it was not made here */
export async function readPreferencesKey(key: string) {
  const id = await open("preferences", key)
  return id === undefined ? undefined : Number(id)
}

/**
 * @returns which address asked to be subscribed, or which subscriber is asked to confirm, and when; undefined when the link was
 *   not made here or is too old
 */
export async function readConfirmationKey(key: string) {
  const text = await open("confirm", key)
  if (text === undefined) return undefined
  const request = z.union([requestSchema, ownSchema]).parse(JSON.parse(text))
  const days = "id" in request ? SUBSCRIBER_DAYS : CONFIRMATION_DAYS
  return Date.now() - request.at < days * DAY_MS ? { ...request, askedAt: new Date(request.at) } : undefined
}

type Purpose = "confirm" | "unsubscribe" | "preferences"

async function open(purpose: Purpose, key: string) {
  const secret = await getSecret("newsletter")
  for (const spelling of spellingsOf(key)) {
    const [encoded = "", signature = ""] = spelling.split(".")
    const text = Buffer.from(encoded, "base64url").toString()
    if (isSameText(signature, sign(secret, purpose, text))) return text
  }
  return undefined
}

/** A link of one kind is no link of another. */
function sign(secret: string, purpose: Purpose, text: string) {
  return createHmac("sha256", secret).update(`${purpose} ${text}`).digest("base64url")
}
