import { data, Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { answerGroup, groupIntents, loadGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import type { Route } from "./+types/manage-legal.route"
import { countMissing, listLegalPages } from "./legal-pages.server.ts"
import { LEGAL_PAGES } from "./legal-pages.ts"
import { legalPageSchema } from "./legal-pages.schema.ts"
import { proposeLegalText, restoreLegalPage } from "./type.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const [group, pages, question] = await Promise.all([
    loadGroup("legal"),
    loadOr(listLegalPages(), []),
    findAsked(url, { propose: (parameters) => proposalOf(parameters.get("id")) }, "Page non trouvée"),
  ])
  const shown = pages.value.map((page) => ({ ...page, missing: countMissing(page.slug) }))
  return data({ ...group.data, pages: shown, question }, group.init ?? {})
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, {
    ...groupIntents("legal"),
    propose: legalPageSchema,
    "restore-page": legalPageSchema,
  })
  if (asked.intent === "restore-page") {
    const restore = () => asked.ok && restoreLegalPage(asked.value.id, getViewer(context).id)
    return respondToClick(async () => (await restore()) && "Page remise", "Cette page existe déjà")
  }
  if (asked.intent !== "propose") return answerGroup("legal", form.values, asked)
  const propose = async () => asked.ok && (await proposeLegalText(asked.value.id)) && "Texte proposé rétabli"
  return respondToClick(async () => (await propose()) || undefined, "Cette page suit déjà les réglages")
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.legal.title)
}

export default function ManageLegal({ loaderData, actionData }: Route.ComponentProps) {
  const { pages, question, ...group } = loaderData
  if (question) return <QuestionPage {...question} />
  return (
    <GroupPage {...group} response={actionData ?? undefined}>
      <Panel title="Pages">
        <p className="max-w-[75ch]">
          Elles sont écrites d’après ces réglages et ce que fait le site, tant que vous ne les modifiez pas
          vous-même.
        </p>
        <ul className="mt-4 grid gap-4">
          {pages.map((page) => (
            <LegalPage key={page.slug} {...page} />
          ))}
        </ul>
      </Panel>
    </GroupPage>
  )
}

type Shown = Route.ComponentProps["loaderData"]["pages"][number]

function LegalPage({ slug, title, id, isProposed, missing }: Shown) {
  const question = proposalOf(slug)
  if (id === null) {
    return (
      <li className="flex flex-wrap items-center gap-3 border-t border-rule pt-4">
        <span className="font-semibold">{title}</span>
        <Badge>Supprimée</Badge>
        <ActionButton label="Remettre" subject={title} fields={{ intent: "restore-page", id: slug }} />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule pt-4">
      <a href={`/page/${slug}`} className="font-semibold underline">
        {title}
      </a>
      <Badge>{isProposed ? "Suit les réglages" : "Modifiée à la main"}</Badge>
      {isProposed && missing > 0 && <span>{`À compléter : ${missing}`}</span>}
      <Link to={`/admin/pages/${id}`} className="office-button">
        Modifier<span className="sr-only"> : {title}</span>
      </Link>
      {!isProposed && question && (
        <ConfirmButton label="Revenir au texte proposé" subject={title} {...question} />
      )}
    </li>
  )
}

function proposalOf(slug: string | null): Question | undefined {
  const page = LEGAL_PAGES.find((legal) => legal.slug === slug)
  return (
    page && {
      question: `Revenir au texte proposé pour « ${page.title} » ?`,
      detail: "Ce que vous avez écrit reste parmi les versions de la page, où vous pouvez le reprendre.",
      confirmLabel: "Revenir au texte proposé",
      fields: { intent: "propose", id: page.slug },
    }
  )
}
