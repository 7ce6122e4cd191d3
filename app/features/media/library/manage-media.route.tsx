import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { listAddress, parseListView } from "#app/content/list-view.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/manager.server.ts"
import { useFocusOnEdit } from "#app/content/use-focus-on-edit.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { readForm } from "#app/http/forms.server.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { findAsked } from "#app/http/questions.server.ts"
import { MEDIA_KINDS } from "#app/lib/media.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { parseId } from "#app/lib/numbers.ts"
import type { Route } from "./+types/manage-media.route"
import { factsOf } from "./file-facts.ts"
import { changeLibrary } from "./library-actions.server.ts"
import { countMedia, listMedia, measureSpace } from "./library.server.ts"
import { Library } from "./library.tsx"
import { FILTERS, MEDIA_PATH, STATES } from "./media.copy.ts"
import { deletionOf, deletionOfUsed } from "./media-questions.ts"
import { selectionSchema } from "./medium-form.schema.ts"
import { MediumPage } from "./medium-page.tsx"
import { findMedium, findTitles } from "./medium.server.ts"

const MISSING = "Média non trouvé"

export async function loader({ url }: Route.LoaderArgs) {
  const editId = url.searchParams.get("edit")
  const question = await findQuestion(url)
  const view = parseListView(url.searchParams, FILTERS)
  if (editId !== null && !question) {
    const found = await findMedium(parseId(editId) ?? 0)
    if (!found) throw data({ title: MISSING }, { status: 404 })
    const { createdAt, updatedAt: _updated, createdBy: _creator, ...medium } = found
    return {
      edited: { ...medium, facts: factsOf(found), sentOn: formatLongTime(createdAt) },
      view,
      question,
      list: null,
    }
  }
  const [{ rows, ...page }, space] = await Promise.all([
    loadList(url, {
      filterNames: FILTERS,
      list: ({ filters, ...options }) => listMedia({ ...options, ...readFilters(filters) }),
      count: (search, filters, most) => countMedia({ search, ...readFilters(filters) }, most),
      cannotLoad: "Impossible de charger les médias",
    }),
    loadOr(measureSpace(), null),
  ])
  const media = rows.map((row) => ({ ...row, facts: factsOf(row) }))
  return respondWithList({
    edited: null,
    view,
    question,
    failure: page.failure,
    list: { ...page, rows: media, space: space.value },
  })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const back = listAddress(MEDIA_PATH, parseListView(url.searchParams, FILTERS))
  return changeLibrary(context, await readForm(request), back)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save", "replace"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Médiathèque")
}

export default function ManageMedia({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, list, view, question } = loaderData
  useFocusOnEdit(edited?.id)
  return (
    <ManagerPage title="Médiathèque" question={question}>
      {edited && <MediumPage key={edited.id} medium={edited} view={view} response={actionData} />}
      {list && <Library {...list} />}
    </ManagerPage>
  )
}

/** What the address asks about one medium, or about those that were ticked; null when none was. */
function findQuestion(url: URL) {
  const ids = url.searchParams.getAll("ids").join(",")
  if (!ids && !url.searchParams.has("id")) return null
  return findAsked(
    url,
    {
      delete: async () => {
        const parsed = selectionSchema.safeParse({ ids })
        const found = parsed.success ? await findTitles(parsed.data.ids) : []
        return found.length > 0 ? deletionOf(found) : undefined
      },
      "delete-used": async (parameters) => {
        const medium = await findMedium(parseId(parameters.get("id") ?? "") ?? 0)
        return medium && deletionOfUsed(medium, medium.uses)
      },
    },
    MISSING,
  )
}

function readFilters({ genre, etat }: Record<string, string>) {
  const kind = MEDIA_KINDS.find((known) => known === genre)
  return { kinds: kind && [kind], only: STATES.find(({ value }) => value === etat)?.only }
}
