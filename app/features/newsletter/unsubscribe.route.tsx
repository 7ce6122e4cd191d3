import { data, Link } from "react-router"
import { responseHeaders } from "#app/http/response-headers.ts"
import { PosterForm, PosterSubmit } from "#app/form/poster-form.tsx"
import { PaperSheet } from "#app/ui/paper-sheet.tsx"
import { pageMeta } from "#app/ui/page-meta.ts"
import type { Route } from "./+types/unsubscribe.route"
import { keyOf } from "./link-keys.ts"
import { isStillSubscribed, unsubscribe } from "./subscriptions.server.ts"
import { UnknownLink } from "./unknown-link.tsx"

export { responseHeaders as headers }

export async function loader({ url }: Route.LoaderArgs) {
  const isSubscribed = await isStillSubscribed(keyOf(url))
  return data({ isSubscribed }, { status: isSubscribed === undefined ? 404 : 200 })
}

/** The page's button, and the one click of mail programs (RFC 8058), which posts to the same address. */
export async function action({ url }: Route.ActionArgs) {
  const isDone = await unsubscribe(keyOf(url))
  return data({ isDone }, { status: isDone ? 200 : 404 })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Se désabonner",
    description: "Se désabonner de la newsletter.",
    path: "/newsletter/unsubscribe",
    noIndex: true,
  })
}

export default function Unsubscribe({ loaderData: { isSubscribed } }: Route.ComponentProps) {
  if (isSubscribed === undefined) {
    return (
      <UnknownLink title="Lien inconnu">
        Ce lien n’est pas complet, ou l’inscription a déjà été effacée. Ouvrez le lien tel qu’il se trouve
        dans le message, ou demandez-en un nouveau.
      </UnknownLink>
    )
  }
  if (!isSubscribed) {
    return (
      <PaperSheet title="Vous êtes désabonné">
        <p role="status" className="mt-6 text-lg">
          Vous ne recevrez plus la newsletter, même si vous commentez encore. Pour la retrouver un jour, il
          suffit de vous réinscrire.
        </p>
        <Link to="/newsletter" className="button button-ink mt-8">
          Me réinscrire
        </Link>
      </PaperSheet>
    )
  }
  return (
    <PaperSheet title="Se désabonner">
      <p className="mt-6 text-lg">Vous ne recevrez plus la newsletter à cette adresse.</p>
      <PosterForm className="mt-8">
        <PosterSubmit>Me désabonner</PosterSubmit>
      </PosterForm>
    </PaperSheet>
  )
}
