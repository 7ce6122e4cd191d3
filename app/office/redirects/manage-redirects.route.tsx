import { data, Link } from "react-router"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { addressOfKey } from "#app/base/redirects/addresses.ts"
import * as redirects from "#app/base/redirects/manage-redirects.server.ts"
import { IMPORT_PATH, MISSING_PATH, PATH, spellRule } from "#app/base/redirects/redirects.copy.ts"
import { redirectIntents } from "#app/base/redirects/redirects.schema.ts"
import { isWildcard } from "#app/base/redirects/rules.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { listAddress, type ListView, parseListView } from "#app/content/lists/list-view.ts"
import { managedType } from "#app/content/managed-type.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { EditRowLink, ListedRow } from "#app/content/manager-row.tsx"
import { loadList, respondWithList, saveItem } from "#app/content/manager.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Route } from "./+types/manage-redirects.route"
import { RedirectForm } from "./redirect-form.tsx"

const TYPE = managedType(
  {
    ...{ kind: "redirect", path: PATH, title: "Redirections" },
    ...{ one: "redirection", many: "redirections", isFeminine: true },
  },
  { emptyText: "Aucune redirection pour le moment : créez la première, ou importez un tableau." },
)

export async function loader({ url }: Route.LoaderArgs) {
  const find = (id: string | null) => redirects.findRule(parseId(id ?? "") ?? 0)
  const editId = url.searchParams.get("edit")
  const [{ rows, ...page }, edited, question] = await Promise.all([
    loadList(url, {
      list: redirects.listRedirects,
      count: (search, _filters, most) => redirects.countRedirects(search, most),
      cannotLoad: TYPE.cannotLoad,
    }),
    editId === null ? null : find(editId),
    findAsked(
      url,
      {
        delete: async (parameters) => {
          const rule = await find(parameters.get("id"))
          return rule && deletionOf({ ...rule, target: rule.target || null })
        },
      },
      TYPE.notFound,
    ),
  ])
  if (edited === undefined) throw data({ title: TYPE.notFound }, { status: 404 })
  return respondWithList({
    ...page,
    rows: rows.map(({ lastDay, ...row }) => ({
      ...row,
      lastDay: lastDay && formatLongDate(new Date(`${lastDay}T12:00:00Z`)),
    })),
    edited,
    question,
    proposed: (url.searchParams.get("source") ?? "").slice(0, 500),
  })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, redirectIntents)
  // Browsers keep for an hour where they were led.
  if (asked.intent === "save" && asked.ok && redirects.leadsAway(asked.value))
    await requireProof(context, form)
  const list = listAddress(PATH, parseListView(url.searchParams))
  if (asked.intent === "save") {
    const manager = {
      create: redirects.createRedirect,
      update: redirects.updateRedirect,
      addressOf: (_id: number, { source }: { source: string }) =>
        source.startsWith("/") && !source.includes("*") ? addressOfKey(source) : undefined,
    }
    return saveItem(form.values, asked, TYPE, manager, list)
  }
  const id = asked.ok ? asked.value.id : 0
  const isInForm = url.searchParams.get("edit") === String(id)
  const remove = async () => (await redirects.deleteRedirect(id)) && TYPE.deleted
  return respondToClick(remove, TYPE.cannotDelete, isInForm ? list : undefined)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TYPE.title)
}

export default function ManageRedirects({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, edited, question, proposed, ...list } = loaderData
  const { view } = list
  return (
    <ManagerPage
      title={TYPE.title}
      action={{ to: MISSING_PATH, label: "Adresses introuvables" }}
      question={question}
      form={<RedirectForm {...{ edited, proposed, view }} response={actionData ?? undefined} path={PATH} />}
    >
      <ManagerList
        {...list}
        title={TYPE.listTitle}
        path={PATH}
        nouns={TYPE.nouns}
        searchLabel={TYPE.searchLabel}
        emptyText={TYPE.emptyText}
        aside={
          <div className="flex flex-wrap gap-2">
            <Link to={IMPORT_PATH} className="office-button">
              <Icon name="upload" />
              Importer
            </Link>
            <a href={`${PATH}.csv`} download className="office-button">
              <Icon name="download" />
              Exporter
            </a>
          </div>
        }
      >
        <ul className="manager-rows">
          {rows.map((redirect) => (
            <RedirectRow
              key={redirect.id}
              redirect={redirect}
              isEdited={redirect.id === edited?.id}
              view={view}
            />
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}

type Redirect = {
  id: number
  source: string
  target: string | null
  hits: number
  /** The day of its last visit, in words; null where it had none. */
  lastDay: string | null
}

type RedirectRowProps = { redirect: Redirect; isEdited: boolean; view: ListView }

/** One rule of the list, and what can be done with it. */
function RedirectRow({ redirect, isEdited, view }: RedirectRowProps) {
  const { id, source, target, hits, lastDay } = redirect
  const visits = `${hits.toLocaleString("fr-FR")} visite${hits > 1 ? "s" : ""} en 30 jours`
  return (
    <ListedRow
      kind="redirect"
      id={id}
      title={source}
      address={isWildcard(redirect) ? undefined : addressOfKey(source)}
      details={[
        target !== null && `→ ${target}`,
        lastDay ? visits : "jamais utilisée",
        lastDay && `dernière le ${lastDay}`,
      ]}
      isEdited={isEdited}
      badge={target === null && <Badge>Supprimée</Badge>}
    >
      <EditRowLink id={id} title={source} path={PATH} view={view} />
      <ConfirmButton label="Supprimer" icon="trash" subject={source} {...deletionOf(redirect)} />
    </ListedRow>
  )
}

/** What is asked before a rule is deleted. */
function deletionOf(redirect: Pick<Redirect, "id" | "source" | "target">): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer cette redirection ?",
    detail: `« ${spellRule(redirect)} » ne mènera plus nulle part. Cette action est définitive.`,
    fields: { intent: "delete", id: String(redirect.id) } satisfies Asking<typeof redirectIntents>,
  }
}
