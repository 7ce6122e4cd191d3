import { useState } from "react"
import { findAsked } from "#app/http/questions.server.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { readForm } from "#app/http/forms.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { listAddress, parseListView } from "#app/content/list-view.ts"
import { hasWords } from "#app/lib/search-words.ts"
import { parseId } from "#app/lib/numbers.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import type { Question } from "#app/http/questions.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList, loadList } from "#app/content/manager.server.ts"
import type { Route } from "./+types/manage-comments.route"
import { listBans, maskEmail } from "./bans.server.ts"
import { BansPanel } from "./bans-panel.tsx"
import { CommentFilters } from "./comment-filters.tsx"
import { banOfAuthor, deletionOf, deletionOfAuthor, hidingOf } from "./comment-questions.ts"
import { CommentRow } from "./comment-row.tsx"
import { moderate } from "./moderation-actions.server.ts"
import { FILTERS, RECENT_COMMENTS, STATES } from "./moderation.copy.ts"
import { selectionSchema } from "./moderation.schema.ts"
import {
  countAllComments,
  findComments,
  listAllComments,
  listCommentedEpisodes,
} from "./moderation.server.ts"
import { CommentSelection } from "./comment-selection.tsx"

const PATH = "/admin/comments"
/** How many episodes there are to choose from; any other one is a click on its title away. */
const EPISODES_TO_CHOOSE = 100

export async function loader({ url }: Route.LoaderArgs) {
  const [{ rows, ...page }, episodes, bans, question] = await Promise.all([
    loadList(url, {
      filterNames: FILTERS,
      list: ({ filters, ...options }) => listAllComments({ ...options, ...readFilters(filters) }),
      count: (search, filters, most) => countAllComments({ search, ...readFilters(filters) }, most),
      cannotLoad: "Impossible de charger les commentaires",
    }),
    loadOr(listCommentedEpisodes(EPISODES_TO_CHOOSE), []),
    loadOr(listBans(), []),
    findQuestion(url),
  ])
  return respondWithList({
    ...page,
    question,
    isRecentOnly: page.view.search !== "" && !hasWords(page.view.search),
    episodes: episodes.value,
    bans: bans.value.map((ban) => ({
      ...ban,
      value: ban.kind === "email" ? maskEmail(ban.value) : ban.value,
    })),
    rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdOn: formatLongTime(createdAt) })),
  })
}

export async function action({ request, url }: Route.ActionArgs) {
  return moderate(await readForm(request), listAddress(PATH, parseListView(url.searchParams, FILTERS)))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["ban"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Commentaires")
}

export default function ManageComments({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, episodes, bans, question, isRecentOnly, ...list } = loaderData
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const selectedRows = rows.filter(({ id }) => selected.has(id))
  const select = (ids: number[], isSelected: boolean) => {
    const next = new Set(selectedRows.map(({ id }) => id))
    for (const id of ids) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    setSelected(next)
  }
  return (
    <ManagerPage title="Commentaires" question={question}>
      <ManagerList
        {...list}
        title="Tous les commentaires"
        path={PATH}
        nouns={["commentaire", "commentaires"]}
        searchLabel="Rechercher un nom ou un texte"
        emptyText="Aucun commentaire pour le moment."
        tools={
          <>
            {isRecentOnly && (
              <p className="mt-2 text-sm text-paper-ink">
                Sans trois lettres qui se suivent, la recherche parcourt les{" "}
                {RECENT_COMMENTS.toLocaleString("fr-FR")} commentaires les plus récents.
              </p>
            )}
            <CommentFilters path={PATH} view={list.view} episodes={episodes} />
          </>
        }
      >
        {rows.length > 0 && (
          <>
            <CommentSelection
              path={PATH}
              kept={Object.fromEntries(new URLSearchParams(listAddress("", list.view)))}
              selected={selectedRows}
              isAllSelected={selectedRows.length === rows.length}
              onSelectAll={(isSelected) =>
                select(
                  rows.map(({ id }) => id),
                  isSelected,
                )
              }
            />
            <ul>
              {rows.map((comment) => (
                <CommentRow
                  key={comment.id}
                  comment={comment}
                  path={PATH}
                  isSelected={selected.has(comment.id)}
                  onSelect={(isSelected) => select([comment.id], isSelected)}
                />
              ))}
            </ul>
          </>
        )}
      </ManagerList>
      <BansPanel bans={bans} response={actionData ?? undefined} />
    </ManagerPage>
  )
}

/** What the address asks about one comment, or about those that were ticked; null when none was. */
function findQuestion(url: URL) {
  const ids = url.searchParams.getAll("ids").join(",")
  if (!ids && !url.searchParams.has("id")) return null
  const about =
    <Asked,>(ids: string, ask: (comments: Awaited<ReturnType<typeof findComments>>) => Asked | undefined) =>
    async () => {
      const parsed = selectionSchema.safeParse({ ids })
      const found = parsed.success ? await findComments(parsed.data.ids) : []
      return found.length > 0 ? ask(found) : undefined
    }
  const one = url.searchParams.get("id") ?? ""
  return findAsked<Question>(
    url,
    {
      delete: about(ids, deletionOf),
      hide: about(ids, hidingOf),
      "delete-author": about(one, ([comment]) => comment && deletionOfAuthor(comment)),
      "ban-author": about(one, ([comment]) => comment && banOfAuthor(comment)),
    },
    "Commentaire non trouvé",
  )
}

function readFilters({ episode, etat }: Record<string, string>) {
  return {
    episodeId: episode === undefined ? undefined : (parseId(episode) ?? 0),
    status: STATES.find(({ value }) => value === etat)?.status,
  }
}
