import { data } from "react-router"
import { PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperNotice, PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { keyOf } from "../../newsletter/link-keys.ts"
import { LINK_PAGE, SUPPORTERS_PAGE } from "../feed/supporter-paths.ts"
import { readLink, spendLink } from "../mails/links.server.ts"
import type { Route } from "./+types/link.route"
import { deviceHeaders, readDevice } from "./device.server.ts"
import { findOwn } from "./own.server.ts"

/** Following the link uses nothing up: mail scanners follow links too. */
export async function loader({ request, url }: Route.LoaderArgs) {
  if (await readLink(keyOf(url))) return data({ isValid: true })
  return withoutLink(request)
}

export async function action({ request, url }: Route.ActionArgs) {
  const listener = await spendLink(keyOf(url))
  return listener
    ? redirectTo(SUPPORTERS_PAGE, { headers: await deviceHeaders(listener) })
    : withoutLink(request)
}

/** Who opened their page by it before, as by a second click, is there already. */
async function withoutLink(request: Request) {
  if (await findOwn(await readDevice(request))) return redirectTo(SUPPORTERS_PAGE)
  return data({ isValid: false }, { status: 404 })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Ouvrir mon espace",
    description: "Ouvrir son espace de soutien sur cet appareil.",
    path: LINK_PAGE,
    noIndex: true,
  })
}

export default function OpenOwn({ loaderData: { isValid }, actionData }: Route.ComponentProps) {
  if (!isValid || actionData) {
    return (
      <PaperNotice title="Lien expiré" onward={{ to: SUPPORTERS_PAGE, label: "Recevoir un nouveau lien" }}>
        Ce lien a déjà servi, date de plus d’une heure ou n’est pas complet. Demandez-en un nouveau.
      </PaperNotice>
    )
  }
  return (
    <PaperSheet title="Plus qu’un clic">
      <p className="mt-6 text-lg">
        Votre espace s’ouvre sur cet appareil, qui s’en souvient 90 jours par un cookie. Sur un appareil
        partagé, pensez ensuite à « Oublier cet appareil ».
      </p>
      <PublicForm className="mt-8">
        <PublicSubmit>Ouvrir mon espace</PublicSubmit>
      </PublicForm>
    </PaperSheet>
  )
}
