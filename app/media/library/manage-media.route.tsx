import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { questionAbout } from "#app/content/lists/bulk-actions.server.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/manager.server.ts"
import { useFocusOnEdit } from "#app/kit/form/use-focus-on-edit.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/manage-media.route"
import { factsOf } from "../file-facts.ts"
import { changeLibrary } from "./library-actions.server.ts"
import { MEDIA } from "./library-list.ts"
import { listMedia, measureSpace, mediaRows } from "./library.server.ts"
import { Library } from "./library.tsx"
import { deletionOfUsed } from "./media-questions.ts"
import { MediumPage } from "./medium-page.tsx"
import { findMedium } from "./medium.server.ts"

const MISSING = "Média non trouvé"

export async function loader({ url }: Route.LoaderArgs) {
  const editId = url.searchParams.get("edit")
  const question = await findQuestion(url)
  const view = parseListView(url.searchParams, MEDIA)
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
      filterNames: MEDIA,
      list: listMedia,
      measure: mediaRows.measure,
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
  return changeLibrary(context, await readForm(request), url)
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
  return findAsked(
    url,
    {
      delete: () => questionAbout(url, MEDIA, mediaRows, "delete"),
      "delete-used": async (parameters) => {
        const medium = await findMedium(parseId(parameters.get("id") ?? "") ?? 0)
        return medium && deletionOfUsed(medium, medium.uses)
      },
    },
    MISSING,
  )
}
