import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { askForPasskey } from "../factors/passkeys.server.ts"
import { getViewer } from "../guard.server.ts"
import type { Route } from "./+types/reauthentication.route"
import { AUTHENTICATION_AGE_S } from "./reauthentication.copy.ts"
import { reauthenticationIntents } from "./reauthentication.schema.ts"
import {
  findMeans,
  isRecentlyAuthenticated,
  reauthenticationOf,
  reauthenticateByPasskey,
  reauthenticateByPassword,
  statusOf,
} from "./reauthentication.server.ts"

/** An authentication this near its end counts no more: what follows takes its time. */
const MARGIN_S = 30

/** `GET ?age=900`: by what the person can re-authenticate, or nothing where they did within the last 900 seconds. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const age = Number(url.searchParams.get("age"))
  const isFresh = await isRecentlyAuthenticated(
    viewer,
    (age > 0 && age <= AUTHENTICATION_AGE_S ? age : AUTHENTICATION_AGE_S) - MARGIN_S,
  )
  return Response.json({ means: isFresh ? null : await findMeans(viewer) })
}

/** What the browser's own question sends: a password, or a passkey, for which it first asks what it has to sign. */
export async function action({ context, request }: Route.ActionArgs) {
  const viewer = getViewer(context)
  const asked = parseIntent(await readForm(request), reauthenticationIntents)
  if (asked.intent === "ask-passkey") return Response.json(await askForPasskey(reauthenticationOf(viewer)))
  const problem =
    asked.intent === "passkey"
      ? await reauthenticateByPasskey(viewer, asked)
      : await reauthenticateByPassword(viewer, asked.ok ? asked.value.proof : "")
  if (!problem) return Response.json({})
  return Response.json({ error: problem.error }, statusOf(problem))
}
