import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { takeVisitorForm } from "#app/base/limits/visitor-form.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/subscribe.route"
import { CONSENT } from "./newsletter.copy.ts"
import { hasLetterArchive } from "./letter-archive.server.ts"
import { SubscribeFields } from "./subscribe-fields.tsx"
import { subscribeSchema } from "./subscribe.schema.ts"
import { requestSubscription, subscriptionRateLimit } from "./subscriptions.server.ts"

export const handle = { cache: { parameters: [], shows: ["letters"] } } satisfies CachedPage

export { responseHeaders as headers }

export async function loader() {
  const { value: hasArchive } = await loadOr(hasLetterArchive(), false)
  return { hasArchive }
}

/** Also what the footer's form is sent to. Says the same to everybody: it tells nothing about any address. */
export function action(sent: Route.ActionArgs) {
  const rules = {
    schema: subscribeSchema,
    invalidTitle: "Validation échouée",
    limits: [subscriptionRateLimit()],
    failed: "Impossible d’enregistrer votre demande. Réessayez dans un instant.",
  }
  return takeVisitorForm(sent, rules, async ({ email }) => {
    await requestSubscription(email)
    return { sentTo: email }
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  const { name, pageNames } = matches[0].loaderData.podcast
  return pageMeta(matches, {
    title: pageNames["/newsletter"] ?? "Newsletter",
    description: `Recevoir les nouvelles ${ofName(name)} par e-mail.`,
    path: "/newsletter",
    breadcrumb: [{ name: "Newsletter", path: "/newsletter" }],
  })
}

export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { pageNames } = usePodcast()
  return (
    <PaperSheet title={pageNames["/newsletter"] ?? "Newsletter"}>
      <p className="mt-4 text-lg">{CONSENT.form}</p>
      <div className="mt-6">
        <SubscribeFields response={actionData} />
      </div>
      {loaderData.hasArchive && (
        <p className="mt-8">
          <PageLink to="/lettres" className="inline-flex min-h-11 items-center font-semibold underline">
            Lire les lettres déjà parues
          </PageLink>
        </p>
      )}
    </PaperSheet>
  )
}
