import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/manage-media.route"
import { factsOf } from "../file-facts.ts"
import { mediumPage } from "../media.copy.ts"
import { askAboutMedia, changeLibrary } from "./library-actions.server.ts"
import { listMedia, measureMedia, measureSpace, mediaOf } from "./library.server.ts"
import { Library } from "./library.tsx"
import { mediaType } from "./type.server.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("writing")]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { words } = mediaType
  const library = mediaOf(getViewer(context))
  const type = { path: words.path, nouns: words.nouns, ...library.listing() }
  const editId = url.searchParams.get("edit")
  // Where a medium was before it had a page of its own.
  if (editId !== null) throw redirectTo(mediumPage(parseId(editId) ?? 0))
  const [{ rows, ...page }, space, question] = await Promise.all([
    loadList(url, {
      filterNames: type,
      list: (options) => listMedia(library, options),
      measure: (asked, most) => measureMedia(library, asked, most),
      cannotLoad: words.cannotLoad,
    }),
    loadOr(measureSpace(), null),
    askAboutMedia(url, library.rows),
  ])
  const media = rows.map((row) => ({ ...row, facts: factsOf(row) }))
  const { searchLabel, emptyText } = words
  return respondWithList({ ...page, type, searchLabel, emptyText, rows: media, space: space.value, question })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  return changeLibrary(context, await readForm(request), url)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Médiathèque")
}

export default function ManageMedia({ loaderData }: Route.ComponentProps) {
  const { question, ...list } = loaderData
  return (
    <ManagerPage title="Médiathèque" question={question}>
      <Library {...list} />
    </ManagerPage>
  )
}
