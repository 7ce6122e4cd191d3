import { data, Link } from "react-router"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { orElse, respondFailure, respondFirstError } from "#app/kit/http/responses.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import type { Route } from "./+types/preferences.route"
import { keyOf } from "./link-keys.ts"
import { PreferencesForm } from "./preferences-form.tsx"
import { preferencesIntents } from "./preferences.schema.ts"
import { confirmOwn, findPreferences, savePreferences } from "./preferences.server.ts"
import { UnknownLink } from "./unknown-link.tsx"

export { responseHeaders as headers }

export async function loader({ url }: Route.LoaderArgs) {
  const own = await findPreferences(keyOf(url))
  return data({ own }, { status: own ? 200 : 404 })
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, preferencesIntents)
  if (!asked.ok) return respondFirstError(asked)
  return orElse(
    async () => {
      const key = keyOf(url)
      const isDone = await (asked.intent === "save" ? savePreferences(key, asked.value) : confirmOwn(key))
      return data({ done: isDone ? asked.intent : null }, { status: isDone ? 200 : 404 })
    },
    () => respondFailure(form.values, "Impossible d’enregistrer vos choix. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Vos préférences",
    description: "Choisir ce que l’on reçoit de la newsletter.",
    path: "/newsletter/preferences",
    noIndex: true,
  })
}

export default function Preferences({ loaderData: { own }, actionData }: Route.ComponentProps) {
  if (!own) {
    return (
      <UnknownLink title="Lien inconnu">
        Ce lien n’est pas complet, ou l’inscription a déjà été effacée. Ouvrez le lien tel qu’il se trouve
        dans le message, ou demandez-en un nouveau.
      </UnknownLink>
    )
  }
  if (!own.isSubscribed) {
    return (
      <PaperSheet title="Vous êtes désabonné">
        <p className="mt-6 text-lg">
          Vous ne recevez plus rien à cette adresse. Pour retrouver la newsletter, il suffit de vous
          réinscrire.
        </p>
        <Link to="/newsletter" className="button button-ink mt-8">
          Me réinscrire
        </Link>
      </PaperSheet>
    )
  }
  return (
    <PaperSheet title="Vos préférences">
      <PreferencesForm
        own={own}
        done={actionData && "done" in actionData ? actionData.done : null}
        response={actionData && "values" in actionData ? actionData : undefined}
      />
    </PaperSheet>
  )
}
