import { adminMeta } from "#app/content/admin-meta.ts"
import { parseListView } from "#app/content/list-view.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/manager.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { readForm } from "#app/http/forms.server.ts"
import { parseIntent } from "#app/http/intents.server.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { orElse, respondFailure, respondInvalid } from "#app/http/responses.server.ts"
import { redirectWithToast } from "#app/http/toast.server.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { labelOf } from "../settings/definitions.server.ts"
import { ROLE_LABELS } from "../auth/permissions.schema.ts"
import { requireProof } from "../auth/proof/proof.server.ts"
import type { Route } from "./+types/log.route"
import { describeDeed, inOrder, labelField, spellValue } from "./audit.copy.ts"
import { DEFAULT_MONTHS, FILTERS, logIntents, parseFilters } from "./audit.schema.ts"
import { LogFilters } from "./log-filters.tsx"
import { LogRow } from "./log-row.tsx"
import { countDeeds, findPeople, listDeeds, MAX_PEOPLE } from "./log.server.ts"
import { RetentionForm } from "./retention-form.tsx"
import { getRetention, setRetention } from "./retention.server.ts"

const PATH = "/admin/log"

export async function loader({ url }: Route.LoaderArgs) {
  const { search, filters: asked } = parseListView(url.searchParams, FILTERS)
  const { filters, problem } = parseFilters(asked)
  // Nobody is looked up twice.
  const found = search && filters ? findPeople(search) : Promise.resolve(undefined)
  const people = async () => (await found)?.slice(0, MAX_PEOPLE)
  const [{ rows, ...page }, months] = await Promise.all([
    loadList(url, {
      filterNames: FILTERS,
      list: async ({ limit, offset }) =>
        filters ? listDeeds({ ...filters, people: await people(), limit, offset }) : [],
      count: async (_search, _filters, most) =>
        filters ? countDeeds({ ...filters, people: await people() }, most) : 0,
      cannotLoad: "Impossible de charger le journal",
    }),
    loadOr(getRetention(), DEFAULT_MONTHS),
  ])
  const isTooWide = !page.failure && ((await found)?.length ?? 0) > MAX_PEOPLE
  return respondWithList({ ...page, problem, isTooWide, months: months.value, rows: rows.map(toRow) })
}

function toRow({
  at,
  actorRole,
  action,
  changes,
  ...deed
}: Awaited<ReturnType<typeof listDeeds>>[number]): LogRow {
  return {
    ...deed,
    at: formatLongTime(at),
    role: actorRole ? ROLE_LABELS[actorRole] : undefined,
    sentence: describeDeed({ action, ...deed }),
    changes: inOrder(changes ?? {}).map(([field, [before, after]]) => ({
      label: labelOf(field) ?? labelField(field),
      before: spellValue(field, before),
      after: spellValue(field, after),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, logIntents)
  if (!asked.ok) return respondInvalid(asked)
  // Of a short time, most of the log goes.
  await requireProof(context, form)
  return orElse(
    async () => {
      await setRetention(asked.value.months)
      return redirectWithToast(PATH, { kind: "success", title: "Durée de conservation enregistrée" })
    },
    () => respondFailure(form.values, "Impossible d’enregistrer la durée de conservation"),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["retention"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Journal")
}

export default function Log({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, problem, isTooWide, months, ...list } = loaderData
  return (
    <ManagerPage title="Journal">
      <ManagerList
        {...list}
        title="Qui a fait quoi"
        path={PATH}
        nouns={["entrée", "entrées"]}
        searchLabel="Rechercher une personne"
        emptyText="Rien n’est encore arrivé."
        tools={<LogFilters path={PATH} view={list.view} problem={problem} isTooWide={isTooWide} />}
      >
        <ul className="mt-4">
          {rows.map((row) => (
            <LogRow key={row.id} {...row} />
          ))}
        </ul>
      </ManagerList>
      <RetentionForm months={months} response={actionData} />
    </ManagerPage>
  )
}
