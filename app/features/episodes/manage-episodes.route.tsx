import { ManagedPage } from "#app/content/managed-page.tsx"
import { managedType } from "#app/content/managed-type.ts"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { toDay } from "#app/lib/dates.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Route } from "./+types/manage-episodes.route"
import { episodeSchema } from "./episode-form.schema.ts"
import { EpisodeForm } from "./episode-form.tsx"
import { roundOf } from "./episodes.schema.ts"
import * as episodes from "./manage-episodes.server.ts"

const TYPE = managedType(
  {
    kind: "episode",
    path: "/admin/episodes",
    title: "Gestion des épisodes",
    one: "épisode",
    many: "épisodes",
  },
  {
    searchLabel: "Rechercher un épisode ou un invité",
    emptyText: "Aucun épisode pour le moment : créez le premier, ou importez un flux.",
  },
)

export async function loader({ url }: Route.LoaderArgs) {
  const { edited, ...page } = await loadManager(url, TYPE, {
    list: episodes.listEpisodes,
    count: episodes.countEpisodes,
    find: episodes.findEditedEpisode,
    describe: (row, publishedOn) => ({
      details: [roundOf(row), row.guest, publishedOn],
      address: `/episodes/${row.id}`,
    }),
  })
  return respondWithList({
    ...page,
    edited: edited && { ...edited, publicationDay: toDay(edited.publishedAt) },
    today: toDay(new Date()),
  })
}

export function action({ request, url }: Route.ActionArgs) {
  return runManager(request, url, TYPE, {
    schema: episodeSchema,
    create: episodes.createEpisode,
    update: episodes.updateEpisode,
    setPublished: episodes.setEpisodePublished,
    remove: episodes.deleteEpisode,
    addressOf: (id) => `/episodes/${id}`,
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta() {
  return adminMeta(TYPE.title)
}

export default function ManageEpisodes({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, filled, today, view } = loaderData
  return (
    <ManagedPage
      type={TYPE}
      page={loaderData}
      action={{ to: "/admin/import", label: "Importer un flux" }}
      form={
        <EpisodeForm
          edited={edited}
          today={today}
          response={actionData ?? filled}
          path={TYPE.path}
          view={view}
        />
      }
    />
  )
}
