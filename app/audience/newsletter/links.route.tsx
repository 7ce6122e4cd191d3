import { checkVisitorForm } from "#app/base/limits/visitor-form.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { orElse, respondFailure } from "#app/kit/http/responses.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import type { Route } from "./+types/links.route"
import { LinksFields } from "./links-fields.tsx"
import { sendOwnLinks } from "./preferences.server.ts"
import { subscribeSchema } from "./subscribe.schema.ts"
import { linksRateLimit } from "./subscriptions.server.ts"

export { responseHeaders as headers }

/** Says the same to everybody: it tells nothing about any address. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  return orElse(
    async () => {
      const checked = await checkVisitorForm(form.values, form.parse(subscribeSchema), {
        invalidTitle: "Validation échouée",
        limits: [linksRateLimit()],
        address: context.get(clientAddressContext),
      })
      if (!checked.ok) return checked.response
      const { email } = checked.value
      await sendOwnLinks(email)
      return { askedFor: email }
    },
    () => respondFailure(form.values, "Impossible d’envoyer vos liens. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Recevoir mes liens",
    description: "Recevoir ses liens pour gérer ou quitter la newsletter.",
    path: "/newsletter/links",
    noIndex: true,
  })
}

export default function OwnLinks({ actionData }: Route.ComponentProps) {
  return (
    <PaperSheet title="Recevoir mes liens">
      <p className="mt-6 text-lg">
        Un lien perdu, coupé ou trop ancien ? Voici de quoi en recevoir de nouveaux, pour choisir vos lettres
        ou vous désabonner.
      </p>
      <div className="mt-8">
        <LinksFields response={actionData} />
      </div>
    </PaperSheet>
  )
}
