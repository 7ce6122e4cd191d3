import { data } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { PaperNotice, PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/confirm.route"
import { keyOf } from "./link-keys.ts"
import { canConfirm, confirmSubscription } from "./subscriptions.server.ts"

export { responseHeaders as headers }

/** Following the link changes nothing yet: mail scanners follow links too. */
export async function loader({ url }: Route.LoaderArgs) {
  const isValid = await canConfirm(keyOf(url))
  return data({ isValid }, { status: isValid ? 200 : 404 })
}

export async function action({ url }: Route.ActionArgs) {
  const isConfirmed = await confirmSubscription(keyOf(url))
  return data({ isConfirmed }, { status: isConfirmed ? 200 : 404 })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Confirmer l’inscription",
    description: "Confirmer son inscription à la newsletter.",
    path: "/newsletter/confirm",
    noIndex: true,
  })
}

export default function Confirm({ loaderData: { isValid }, actionData }: Route.ComponentProps) {
  const { texts } = usePodcast()
  if (actionData?.isConfirmed) {
    return (
      <PaperNotice
        title="Vous êtes inscrit"
        isAnswer
        onward={{ to: "/episodes", label: "Écouter les épisodes" }}
      >
        {texts.newsletterWelcome} Chaque message contient un lien pour vous désabonner.
      </PaperNotice>
    )
  }
  if (!isValid || actionData) {
    return (
      <PaperNotice title="Lien expiré" onward={{ to: "/newsletter", label: "Recommencer l’inscription" }}>
        Ce lien de confirmation n’est plus valable ou n’est pas complet. Demandez-en un nouveau.
      </PaperNotice>
    )
  }
  return (
    <PaperSheet title="Plus qu’un clic">
      <p className="mt-6 text-lg">Confirmez que vous voulez recevoir la newsletter à cette adresse.</p>
      <PublicForm className="mt-8">
        <PublicSubmit>Confirmer mon inscription</PublicSubmit>
      </PublicForm>
    </PaperSheet>
  )
}
