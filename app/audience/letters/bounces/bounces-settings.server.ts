import { z } from "zod"
import { groupIntents } from "#app/base/settings/group-page.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { respondInvalid } from "#app/kit/http/responses.server.ts"
import { explainCode } from "./mailbox-failure.ts"
import { askForLook, findMailboxState } from "./mailbox-state.server.ts"
import { nameMailbox } from "./mailbox.server.ts"

/** What the page of bounces does. */
export const bouncesIntents = { ...groupIntents("returns"), test: z.object({}), look: z.object({}) }

type Sent = Record<string, unknown>

/** A password that is stored goes to the server that it was typed for, and to no other. @returns the answer that asks for it */
export function refuseServerChange(values: FieldValues, { imapHost, imapPassword }: Sent) {
  const now = siteSettings().returns
  const isElsewhere = typeof imapHost === "string" && imapHost !== "" && imapHost !== now.imapHost
  if (!isElsewhere || imapPassword || now.imapPassword === "") return undefined
  const error = "Le serveur de réception a changé : tapez le mot de passe du nouveau"
  return respondInvalid({ values, errors: { imapPassword: error } })
}

/** How the reading of the mailbox goes; null where there is none, or the database does not answer. */
export async function loadReading() {
  const mailbox = nameMailbox()
  if (!mailbox) return null
  const { value: state, failed } = await loadOr(findMailboxState(mailbox), undefined)
  if (failed) return null
  return {
    lookedAt: state?.lookedAt ?? null,
    foundAt: state?.foundAt ?? null,
    found: state?.found ?? 0,
    failures: state?.failures ?? 0,
    failure: state?.failure ? explainCode(state.failure.code) : null,
  }
}

/** Has the mailbox read at once. @returns what is said of it, or nothing without a mailbox */
export async function lookNow() {
  const mailbox = nameMailbox()
  if (!mailbox) return undefined
  await db.transaction(async (tx) => {
    await askForLook(tx, mailbox)
    await wakeJob(tx, "bounces")
  })
  return "La boîte va être lue"
}
