import { data } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { forgetDraft, keepDraft, MAX_NEW_DRAFTS } from "#app/content/drafts/drafts.server.ts"
import { keepIntents } from "#app/content/drafts/drafts.schema.ts"
import type { KeepAnswer } from "#app/content/drafts/keep-draft.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { reachedBy } from "#app/content/reach.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { findManagedType } from "#app/content/types.server.ts"
import { formatMoment } from "#app/kit/lib/dates.ts"
import type { Route } from "./+types/drafts.route"

export const middleware: Route.MiddlewareFunction[] = [guard("writing", "letters")]

/** Keeps what stands in the forms of the back office. Nothing of it is published, and nobody else sees it. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request, LONG_TEXT_BYTES), keepIntents)
  const viewer = getViewer(context)
  if (!asked.ok) return answer({ outcome: "refused", reason: Object.values(asked.errors)[0] ?? "" }, 400)
  if (asked.intent === "forget") {
    const isGone = await forgetDraft(asked.value.id, viewer.id)
    return answer({ outcome: "gone" }, isGone ? 200 : 404)
  }
  const type = findManagedType(asked.value.kind)
  if (!type?.hasDrafts) return answer({ outcome: "refused", reason: UNKNOWN }, 400)
  const { itemId } = asked.value
  if (
    !can(viewer, type.permission) ||
    (itemId !== null && (await reachedBy(type, viewer).isOfOthers(itemId)))
  )
    return answer({ outcome: "refused", reason: FORBIDDEN }, 400)
  const kept = await keepDraft(asked.value, viewer.id, type)
  if (kept.outcome === "too-many") return answer({ outcome: "refused", reason: TOO_MANY }, 409)
  const now = new Date()
  // That somebody else wrote it is an answer, too: browsers call any other status an error.
  return answer(kept.outcome === "kept" ? { ...kept, savedAt: formatMoment(now, now) } : kept)
}

const TOO_MANY = `Vous avez déjà ${MAX_NEW_DRAFTS} brouillons : jetez-en un`

const UNKNOWN = "Brouillon illisible"
const FORBIDDEN = "Vous ne pouvez pas y écrire"

const answer = (kept: KeepAnswer, status = 200) => data(kept, { status })
