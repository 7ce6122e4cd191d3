import { formatLongDate, toDay } from "#app/lib/dates.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { publicationOf } from "#app/content/publication.ts"
import { adminMeta } from "../admin/admin-meta.ts"
import { askDeletion } from "#app/content/ask-deletion.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { answerList, loadManager, runManager } from "#app/content/manager.server.ts"
import { ManagerRow } from "#app/content/manager-row.tsx"
import type { Route } from "./+types/manage-episodes.route"
import { EpisodeForm } from "./episode-form.tsx"
import { episodeSchema } from "./episode-form.schema.ts"
import { roundOf } from "./episodes.schema.ts"
import {
  countEpisodes,
  createEpisode,
  deleteEpisode,
  findEditedEpisode,
  listEpisodes,
  setEpisodePublished,
  updateEpisode,
} from "./manage-episodes.server.ts"

const PATH = "/admin/episodes"

function deletionOf({ id, title }: { id: number; title: string }) {
  return askDeletion("cet épisode", id, title)
}

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, edited, ...list } = await loadManager(url, {
    list: listEpisodes,
    count: (search, _filters, most) => countEpisodes(search, most),
    find: findEditedEpisode,
    notFound: "Épisode non trouvé",
    deletionOf,
    cannotLoad: "Impossible de charger les épisodes",
  })
  const now = new Date()
  return answerList({
    ...list,
    rows: rows.map(({ publishedAt, ...row }) => ({
      ...row,
      publishedOn: formatLongDate(publishedAt),
      ...publicationOf({ ...row, publishedAt }, now),
    })),
    edited: edited && { ...edited, publicationDay: toDay(edited.publishedAt) },
    today: toDay(now),
  })
}

export function action({ request, url }: Route.ActionArgs) {
  return runManager(request, url, {
    path: PATH,
    schema: episodeSchema,
    create: createEpisode,
    update: updateEpisode,
    setPublished: setEpisodePublished,
    remove: deleteEpisode,
    addressOf: (id) => `/episodes/${id}`,
    texts: {
      created: "Épisode créé !",
      updated: "Épisode mis à jour !",
      deleted: "Épisode supprimé",
      cannotCreate: "Impossible de créer l'épisode",
      cannotUpdate: "Impossible de mettre à jour l'épisode",
      cannotDelete: "Impossible de supprimer l'épisode",
      cannotToggle: "Impossible de modifier le statut",
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta() {
  return adminMeta("Gestion des épisodes")
}

export default function ManageEpisodes({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, edited, today, question, ...list } = loaderData
  return (
    <ManagerPage
      title="Gestion des épisodes"
      action={{ to: "/admin/import", label: "Importer un flux" }}
      question={question}
      form={<EpisodeForm edited={edited} today={today} answer={actionData} path={PATH} view={list.view} />}
    >
      <ManagerList
        {...list}
        title="Épisodes existants"
        path={PATH}
        nouns={["épisode", "épisodes"]}
        searchLabel="Rechercher un épisode ou un invité"
        emptyText="Aucun épisode pour le moment : créez le premier, ou importez un flux."
      >
        <ul className="manager-rows">
          {rows.map((row) => (
            <ManagerRow
              key={row.id}
              id={row.id}
              title={row.title}
              details={[roundOf(row), row.guest, !row.scheduledFor && row.publishedOn]}
              status={row.status}
              scheduledFor={row.scheduledFor}
              address={`/episodes/${row.id}`}
              deletion={deletionOf(row)}
              isEdited={row.id === edited?.id}
              path={PATH}
              view={list.view}
            />
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}
