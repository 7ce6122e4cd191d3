import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { askForPasskey } from "../factors/passkeys.server.ts"
import { getViewer } from "../guard.server.ts"
import type { Route } from "./+types/proof.route"
import { PROOF_AGE_S } from "./proof.copy.ts"
import { proofIntents } from "./proof.schema.ts"
import { findMeans, isProved, proofOf, proveByPasskey, proveByPassword, statusOf } from "./proof.server.ts"

/** A proof this near its end is asked for anew: what follows takes its time. */
const MARGIN_S = 30

/** `GET ?age=900`: by what the person can prove who they are, or nothing while a proof of the last 900 seconds is there. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const age = Number(url.searchParams.get("age"))
  const isFresh = await isProved(viewer, (age > 0 && age <= PROOF_AGE_S ? age : PROOF_AGE_S) - MARGIN_S)
  return Response.json({ means: isFresh ? null : await findMeans(viewer) })
}

/** What the browser's own question sends: a password, or a passkey, for which it first asks what it has to sign. */
export async function action({ context, request }: Route.ActionArgs) {
  const viewer = getViewer(context)
  const asked = parseIntent(await readForm(request), proofIntents)
  if (asked.intent === "ask-passkey") return Response.json(await askForPasskey(proofOf(viewer)))
  const problem =
    asked.intent === "passkey"
      ? await proveByPasskey(viewer, asked)
      : await proveByPassword(viewer, asked.ok ? asked.value.proof : "")
  if (!problem) return Response.json({})
  return Response.json({ error: problem.error }, statusOf(problem))
}
