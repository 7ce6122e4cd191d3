import { data } from "react-router"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { LetterLink } from "#app/content/letter-link.tsx"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { toClock, toDay } from "#app/kit/lib/dates.ts"
import { parseId, spellViews } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { askTranscriptions } from "../transcripts/command/ask-transcriptions.server.ts"
import type { Route } from "./+types/manage-episodes.route"
import { EPISODES } from "./episode-list.ts"
import { episodeSchema } from "./episode-form.schema.ts"
import { EpisodeForm } from "./episode-form.tsx"
import { keysIn } from "./checklist.ts"
import { describeFile, roundOf, TYPE_LABELS } from "./episodes.schema.ts"
import { listKnownPeople } from "../guests/people.server.ts"
import * as episodes from "./manage-episodes.server.ts"
import { findHeard } from "./sound.server.ts"
import { listUndescribed } from "./undescribed.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const [{ edited, ...page }, copied, known, seasons] = await Promise.all([
    loadManager(url, EPISODES, {
      rows: episodes.episodeRows,
      list: episodes.listEpisodes,
      find: episodes.findEditedEpisode,
      describe: (row, publishedOn) => ({
        details: [
          roundOf(row, siteSettings().texts.round),
          row.type === "full" ? "" : TYPE_LABELS[row.type],
          row.guest,
          publishedOn,
          sortedCount(row, url.searchParams.get("sort")),
          exampleOf(row),
        ],
        address: `/episodes/${row.id}`,
      }),
    }),
    findCopied(url.searchParams.get("copy")),
    loadOr(listKnownPeople(), []),
    loadOr(episodes.listSeasons(), []),
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
    seasons: seasons.value,
    chapterSources: edited ? (await loadOr(findHeard(edited.audioUrl), NOTHING_HEARD)).value : NOTHING_HEARD,
    undescribed: edited ? (await loadOr(listUndescribed(keysIn(edited)), [])).value : [],
    today: toDay(new Date()),
    deeds: getSettings().transcribe ? undefined : ["publish", "unpublish", "delete"],
  })
}

const NOTHING_HEARD = { durationSeconds: null, bars: null, chapters: [] }

/** What a new episode takes over from another one: not what belongs to that one alone. */
async function findCopied(copy: string | null) {
  if (copy === null) return null
  const episode = await episodes.findEditedEpisode(parseId(copy) ?? 0)
  if (!episode) throw data({ title: EPISODES.notFound }, { status: 404 })
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
  return runManager(request, url, EPISODES, {
    schema: episodeSchema,
    rows: episodes.episodeRows,
    create: episodes.createEpisode,
    update: episodes.updateEpisode,
    setPublished: episodes.setEpisodePublished,
    remove: episodes.deleteEpisode,
    works: { transcribe: (ids) => askTranscriptions(getSettings().transcribe ? ids : []) },
    addressOf: (id) => `/episodes/${id}`,
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, EPISODES.title)
}

export default function ManageEpisodes({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, copied, today, soundNote, known, undescribed, view, filled, seasons } = loaderData
  const { chapterSources } = loaderData
  return (
    <ManagedPage
      type={EPISODES}
      page={loaderData}
      linksOf={({ id, title }) => <LetterLink of="episode" id={id} subject={title} isInline />}
      action={{ to: "/admin/import", label: "Importer un flux" }}
      choices={{ saison: seasons }}
      deeds={loaderData.deeds}
      form={
        <EpisodeForm
          key={copied?.id}
          {...{ edited, copied, today, soundNote, known, undescribed, view, chapterSources }}
          response={actionData ?? filled}
          path={EPISODES.path}
        />
      }
    />
  )
}

/** The figure that the list is sorted by. */
function sortedCount(
  { views, likes, comments }: { views: number; likes: number; comments: number },
  sort: string | null,
) {
  if (sort === "vues") return spellViews(views)
  if (sort === "likes") return `${likes} j’aime`
  return sort === "commentaires" ? `${comments} ${comments > 1 ? "commentaires" : "commentaire"}` : ""
}
