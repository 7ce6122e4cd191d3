import { eq } from "drizzle-orm"
import { data } from "react-router"
import { undoOfDeletion, moveToBin } from "#app/content/bin/bin.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import type { SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondInvalid,
  respondToastFailure,
  respondWithToast,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { formatLongTime, publicationTime } from "#app/kit/lib/dates.ts"
import type { Transition } from "../sending/transitions.server.ts"
import * as steer from "../sending/transitions.server.ts"
import { LETTERS } from "./letter-list.ts"
import { letterPageIntents } from "./letter-page.schema.ts"
import { sendTest } from "./team-test.server.ts"

/** What is said of a letter with which something could not be done. */
const PROBLEMS: Record<Exclude<Transition, "done">, readonly [said: string, status: number]> = {
  stale: ["Quelqu’un a modifié cette lettre entre-temps\u00a0: relisez-la, puis recommencez", 409],
  missing: ["Cette lettre n’existe plus", 404],
  "not-now": ["Son état a changé entre-temps\u00a0: ce n’est plus possible", 409],
  nobody: ["Personne ne la recevrait\u00a0: aucun abonné confirmé n’a choisi ce thème", 409],
  past: ["Ce moment est déjà passé", 400],
}

/** Does what a form of a letter's own page asks for. @param viewer who asks */
export function actOnLetter(id: number, form: SentForm, viewer: { id: string; email: string }) {
  const asked = parseIntent(form, letterPageIntents)
  return orElse(
    async () => {
      if (!asked.ok) {
        if (asked.intent === "schedule" && !("version" in asked.errors)) return respondInvalid(asked)
        return respondToastFailure("Cette demande est incomplète\u00a0: rechargez la page.", 400)
      }
      switch (asked.intent) {
        case "test":
          return sendTest(id, asked.value.to, viewer)
        case "send":
          return tell(await steer.startLetter(id, asked.value.version), "La lettre part")
        case "schedule": {
          const { version, day, clock } = asked.value
          const at = publicationTime(day ?? "", new Date(), null, clock)
          const outcome = await steer.scheduleLetter(id, version, at)
          if (outcome === "past") return respondInvalid({ ...asked, values: form.values, errors: PAST })
          return tell(outcome, `Envoi programmé pour le ${formatLongTime(at)}`)
        }
        case "unschedule":
          return tell(await steer.unscheduleLetter(id), "Envoi annulé\u00a0: la lettre est un brouillon")
        case "pause":
          return tell(await steer.pauseLetter(id), "Envoi en pause")
        case "resume":
          return tell(await steer.resumeLetter(id), "L’envoi continue")
        case "stop":
          return tell(await steer.stopLetter(id), "Envoi arrêté")
        case "settle": {
          const { how, recipient } = asked.value
          const said = how === "resend" ? "L’envoi reprend pour ces personnes" : "Laissé en l’état"
          return tell(await steer.settleUncertain(id, how, recipient), said)
        }
        case "delete-sent":
          return erase(id)
      }
    },
    () =>
      respondToastFailure(
        "Une erreur inattendue a tout arrêté\u00a0: rechargez la page, puis réessayez",
        500,
      ),
  )
}

const PAST = { clock: "Ce moment est déjà passé" }

function tell(outcome: Transition, done: string) {
  if (outcome === "done") return respondWithToast(done)
  const [said, status] = PROBLEMS[outcome]
  return respondToastFailure(said, status)
}

/** Deletes a letter that has left, with its recipients. */
async function erase(id: number) {
  const outcome = await db.transaction(async (tx) => {
    const [held] = await tx
      .select({ state: letters.state, title: letters.title })
      .from(letters)
      .where(eq(letters.id, id))
      .for("update")
    if (!held) return "missing"
    if (held.state !== "sent" && held.state !== "stopped") return "not-now"
    await moveToBin(tx, { kind: "letter", table: letters }, { id, title: held.title })
    await tx.delete(letters).where(eq(letters.id, id))
    await record(tx, { action: "delete", kind: "letter", id, title: held.title })
    return "done"
  })
  if (outcome !== "done") return tell(outcome, "")
  return redirectWithToast(LETTERS.path, {
    kind: "success",
    title: LETTERS.deleted,
    undo: await undoOfDeletion("letter", id),
  })
}

/** @throws 404 */
export function missingLetter() {
  return data({ title: LETTERS.notFound }, { status: 404 })
}
