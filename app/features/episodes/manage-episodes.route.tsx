import { data } from "react-router"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { managedType } from "#app/content/managed-type.ts"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { toClock, toDay } from "#app/lib/dates.ts"
import { parseId } from "#app/lib/numbers.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import type { Route } from "./+types/manage-episodes.route"
import { episodeSchema } from "./episode-form.schema.ts"
import { EpisodeForm } from "./episode-form.tsx"
import { keysIn } from "./checklist.ts"
import { describeFile, roundOf, TYPE_LABELS } from "./episodes.schema.ts"
import { listKnownPeople } from "./guests/people.server.ts"
import * as episodes from "./manage-episodes.server.ts"
import { listUndescribed } from "./undescribed.server.ts"

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
  const [{ edited, ...page }, copied, known] = await Promise.all([
    loadManager(url, TYPE, {
      list: episodes.listEpisodes,
      count: episodes.countEpisodes,
      find: episodes.findEditedEpisode,
      describe: (row, publishedOn) => ({
        details: [
          roundOf(row, siteSettings().texts.round),
          row.type === "full" ? "" : TYPE_LABELS[row.type],
          row.guest,
          publishedOn,
          exampleOf(row),
        ],
        address: `/episodes/${row.id}`,
      }),
    }),
    findCopied(url.searchParams.get("copy")),
    loadOr(listKnownPeople(), []),
  ])
  return respondWithList({
    ...page,
    edited: edited && {
      ...edited,
      duration: edited.durationSeconds,
      publicationDay: toDay(edited.publishedAt),
      publicationClock: toClock(edited.publishedAt),
    },
    copied,
    soundNote: edited ? describeFile(edited) : "",
    known: known.value,
    undescribed: edited ? (await loadOr(listUndescribed(keysIn(edited)), [])).value : [],
    today: toDay(new Date()),
  })
}

/** What a new episode takes over from another one: not what belongs to that one alone. */
async function findCopied(copy: string | null) {
  if (copy === null) return null
  const episode = await episodes.findEditedEpisode(parseId(copy) ?? 0)
  if (!episode) throw data({ title: TYPE.notFound }, { status: 404 })
  const { id, title, guest, hasNoGuest, people, subtitle, season, type, isExplicit } = episode
  const { description, thumbnailUrl, credits, links } = episode
  return {
    ...{ id, guest, hasNoGuest, people, subtitle, season, type, isExplicit },
    ...{ description, thumbnailUrl, credits, links },
    title: `${title} (copie)`,
    isPublished: false,
  }
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

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TYPE.title)
}

export default function ManageEpisodes({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, copied, today, soundNote, known, undescribed, view, filled } = loaderData
  return (
    <ManagedPage
      type={TYPE}
      page={loaderData}
      action={{ to: "/admin/import", label: "Importer un flux" }}
      form={
        <EpisodeForm
          key={copied?.id}
          {...{ edited, copied, today, soundNote, known, undescribed, view }}
          response={actionData ?? filled}
          path={TYPE.path}
        />
      }
    />
  )
}
