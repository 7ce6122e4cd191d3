import { takeVisitorForm } from "#app/base/limits/visitor-form.server.ts"
import { VisitorForm } from "#app/base/limits/visitor-form.tsx"
import { ordinal } from "#app/base/settings/ordinal.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { PublicTextArea, PublicField } from "#app/kit/form/public-form.tsx"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/contact.route"
import { messageSchema } from "./contact.schema.ts"
import { contactRateLimit, saveMessage } from "./contact.server.ts"

export const handle = { cache: { parameters: [], shows: [] } } satisfies CachedPage

const REASONS = [
  { title: "Partenariats", text: "contactPartners" },
  { title: "Proposer un invité", text: "contactGuests" },
  { title: "Questions générales", text: "contactQuestions" },
] as const

export { responseHeaders as headers }

export function action(sent: Route.ActionArgs) {
  const rules = {
    schema: messageSchema,
    limits: [contactRateLimit()],
    failed: "Impossible d’envoyer le message. Réessayez dans un instant.",
  }
  return takeVisitorForm(sent, rules, async (message) => {
    await saveMessage(message)
    return redirectWithToast("/contact", {
      kind: "success",
      title: "Message envoyé !",
      description: "Nous vous répondrons dans les plus brefs délais.",
    })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  const { name, pageNames } = matches[0].loaderData.podcast
  return pageMeta(matches, {
    title: pageNames["/contact"] ?? "Contact",
    description: `Partenariats, invités à proposer, questions : comment joindre ${name}.`,
    path: "/contact",
    breadcrumb: [{ name: "Contact", path: "/contact" }],
  })
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const { socials, texts, pageNames } = usePodcast()
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={pageNames["/contact"] ?? "Contact"} intro={texts.contactIntro} />
      <ul className="mt-10 grid grid-cols-1 gap-7 md:grid-cols-3">
        {REASONS.map(({ title, text }, index) => (
          <li key={title} className="sheet on-paper p-6">
            <p className="poster text-lg text-blood-dark" aria-hidden="true">
              {ordinal(index + 1, texts)}
            </p>
            <h2 className="poster mt-1 text-poster-sm">{title}</h2>
            <p className="mt-3">{texts[text]}</p>
          </li>
        ))}
      </ul>
      <MessageForm response={actionData} />
      {texts.joinTeam && (
        <section
          aria-labelledby="equipe"
          className="mt-10 grid grid-cols-1 gap-6 border-4 border-gold p-6 md:p-10 lg:grid-cols-[1fr_1.4fr]"
        >
          <h2 id="equipe" className="poster text-poster-md text-gold">
            Rejoindre l’équipe
          </h2>
          <div>
            <p className="max-w-[60ch] text-lg">{texts.joinTeam}</p>
            <ul className="mt-5 flex flex-wrap gap-4">
              {socials.map((social) => (
                <li key={social.label}>
                  <a href={social.url} className="button button-paper" rel="noopener">
                    {social.label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  )
}

/** Writes to the hosts. */
function MessageForm({ response }: { response: FormResponse | undefined }) {
  const { field } = fieldsOf<typeof messageSchema>(response)
  return (
    <VisitorForm
      intent="message"
      response={response}
      field={field}
      heading={
        <h2 id="ecrire" className="poster text-poster-sm sm:col-span-2">
          Nous écrire
        </h2>
      }
      submitLabel="Envoyer le message"
      className="mt-10 sm:p-10"
    >
      <PublicField label="Sujet" {...field("subject")} className="sm:col-span-2" />
      <PublicTextArea label="Message" {...field("message")} rows={8} className="sm:col-span-2" />
    </VisitorForm>
  )
}
