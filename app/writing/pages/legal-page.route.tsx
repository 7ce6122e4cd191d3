import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import type { Route } from "./+types/legal-page.route"
import { CustomPage, customPageMeta } from "./custom-page.tsx"
import { loadPage } from "./load-page.server.ts"

/** What the two legal pages are written from, beside what is in the frame. */
export const handle = {
  cache: {
    parameters: [],
    shows: [
      "supporters",
      "settings/legal.editorName",
      "settings/legal.editorForm",
      "settings/legal.editorAddress",
      "settings/legal.editorPhone",
      "settings/legal.editorRegistration",
      "settings/legal.contactEmail",
      "settings/legal.director",
      "settings/legal.hostName",
      "settings/legal.hostAddress",
      "settings/legal.hostPhone",
      "settings/legal.hostCountry",
      "settings/legal.mailService",
      "settings/legal.reportDelay",
      "settings/legal.newsletterBasis",
      "settings/legal.newsletterProof",
      "settings/legal.messagesKept",
      "settings/retention.messageMonths",
      "settings/retention.unsubscribedMonths",
      "settings/retention.unconfirmedMonths",
      "settings/retention.supporterMonths",
      "settings/retention.logMonths",
      "settings/retention.failedMailDays",
      "settings/retention.binDays",
      "settings/retention.dailyCopies",
      "settings/rules.comments",
      "settings/rules.moderation",
      "settings/audience.isCounted",
      "settings/mail.smtpHost",
    ],
  },
} satisfies CachedPage

export function loader({ context, url }: Route.LoaderArgs) {
  const slug = url.pathname.split("/")[2] ?? ""
  return loadPage(slug, context.get(viewerContext))
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? customPageMeta(matches, loaderData) : []
}

export default function LegalPage({ loaderData }: Route.ComponentProps) {
  return <CustomPage {...loaderData} />
}
