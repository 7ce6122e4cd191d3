import { takeVisitorForm } from "#app/base/limits/visitor-form.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
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
export function action(sent: Route.ActionArgs) {
  const rules = {
    schema: subscribeSchema,
    invalidTitle: "Validation échouée",
    limits: [linksRateLimit()],
    failed: "Impossible d’envoyer vos liens. Réessayez dans un instant.",
  }
  return takeVisitorForm(sent, rules, async ({ email }) => {
    await sendOwnLinks(email)
    return { askedFor: email }
  })
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
