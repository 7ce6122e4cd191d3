import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { orElse, respondFailure, respondInvalid } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { FIRST_STEPS } from "../../base/settings/first-steps.ts"
import type { Route } from "./+types/starter-content.route"
import { starterIntents } from "./first-steps.schema.ts"
import { RemoveStarterForm } from "./remove-starter-form.tsx"
import { counted } from "./starter-words.ts"
import { listStarterContent, removeStarterContent } from "./starter-content.server.ts"

const TITLE = "Contenu d’exemple"

export async function loader() {
  const { value: items, failed } = await loadOr(listStarterContent(), [])
  return { items, failed }
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, starterIntents)
  if (!asked.ok) return respondInvalid(asked)
  return orElse(
    async () => {
      const { removed, kept } = await removeStarterContent(asked.value)
      const description =
        kept > 0 ? `${counted(kept)} que vous avez modifiés restent, et sont à vous.` : undefined
      return redirectWithToast(FIRST_STEPS, {
        kind: "success",
        title:
          removed > 0 ? `Contenu d’exemple retiré : ${counted(removed)}` : "Il n’y avait plus rien à retirer",
        description,
      })
    },
    () => respondFailure(form.values, "Impossible de retirer le contenu d’exemple"),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function StarterContent({ loaderData: { items, failed }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={FIRST_STEPS} className="inline-flex min-h-11 items-center underline">
          Premiers pas
        </Link>
      </p>
      <h1 className="poster text-poster-sm">{TITLE}</h1>
      <p className="mt-1 max-w-[65ch]">
        Ce qui est arrivé avec le site, pour montrer à quoi il ressemble une fois rempli.
      </p>
      <div className="manager mt-6 grid gap-8">
        {failed && <FailureNotice what="Impossible de charger le contenu d’exemple" />}
        {!failed && items.length === 0 && (
          <Panel title="Rien à retirer">
            <p>Il ne reste aucun contenu d’exemple&nbsp;: tout ce que montre le site est à vous.</p>
          </Panel>
        )}
        {items.length > 0 && <RemoveStarterForm items={items} response={actionData ?? undefined} />}
      </div>
    </>
  )
}
