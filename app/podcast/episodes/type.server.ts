import { eq, isNotNull, isNull, sql } from "drizzle-orm"
import { data } from "react-router"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { byState, byStatus, byTitle } from "#app/content/lists/content-rows.server.ts"
import { filterBy } from "#app/content/lists/list-type.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { addressOnSite, fieldColumns, publicationColumns } from "#app/content/publication-columns.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { columnsOf } from "#app/content/versioned.server.ts"
import { listDistinct } from "#app/db/distinct.server.ts"
import { thumbnailOf } from "#app/db/pictures.server.ts"
import { seasonOf } from "#app/db/schema/columns.server.ts"
import { episodes as table } from "#app/db/schema/content.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { toClock, toDay } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { chaptersOfTags, writeClock } from "#app/kit/lib/chapters.ts"
import { secondsOf } from "#app/kit/lib/durations.ts"
import { listNamedMedia } from "#app/media/library/named-media.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { publishedEpisodes } from "./episodes.server.ts"
import { listKnownPeople } from "../guests/people.server.ts"
import { findTranscriptState } from "../transcripts/transcript-state.server.ts"
import { askTranscriptions } from "../transcripts/command/ask-transcriptions.server.ts"
import { keysIn } from "./checklist.ts"
import { countOf } from "./counts.server.ts"
import { episodeSchema } from "./episode-form.schema.ts"
import type { Heard } from "./heard.ts"
import { roundOf, TYPE_LABELS } from "./episodes.schema.ts"
import { listLevelChoices } from "./levels.server.ts"
import * as writes from "./manage-episodes.server.ts"
import { findHeard } from "./sound.server.ts"
import { findPicture, listUndescribed } from "./undescribed.server.ts"

const words = wordsOf(
  { path: "/admin/episodes", title: "Gestion des épisodes", one: "épisode", many: "épisodes" },
  {
    searchLabel: "Rechercher un épisode ou un invité",
    emptyText: "Aucun épisode pour le moment : déposez un son ici, créez le premier, ou importez un flux.",
  },
)

/** The back office of episodes. */
export const episodes = managedType({
  kind: "episode",
  hasDrafts: true,
  permission: "writing",
  written: table,
  label: "Épisodes",
  icon: "mic",
  words,
  list: managedList({
    table,
    title: table.title,
    columns: {
      ...columnsOf(
        table,
        ...(["guest", "season", "number", "type", "durationSeconds"] as const),
        ...(["isPublished", "publishedAt", "isStarter"] as const),
      ),
      picture: thumbnailOf(table.thumbnailUrl),
      views: countOf("views"),
      likes: countOf("likes"),
      comments: countOf("comments"),
      downloads: countOf("downloads"),
    },
    filters: {
      etat: byStatus(table),
      type: {
        ...filterBy("Type", "Tous les types", TYPE_LABELS),
        where: (type) => sql`${table.type} = ${type}`,
      },
      saison: {
        ...filterBy("Saison", "Toutes les saisons", { sans: "Sans saison" }),
        find: listSeasons,
        others: /^[1-9]\d{0,8}$/,
        where: (season) => (season === "sans" ? isNull(table.season) : eq(table.season, Number(season))),
      },
      son: {
        ...filterBy("Son", "Avec ou sans son", { avec: "Avec son", sans: "Sans son" }),
        where: (sound) => (sound === "avec" ? isNotNull(table.audioUrl) : isNull(table.audioUrl)),
      },
    },
    sorts: {
      date: { label: "Date de publication", first: "desc", index: [table.publishedAt] },
      titre: byTitle(table),
      // No number has more digits.
      numero: {
        label: "Saison et numéro",
        first: "desc",
        row: sql`coalesce(${table.season}, 0)::numeric * 10000000000 + coalesce(${table.number}, 0)`,
      },
      etat: byState(table),
      vues: { label: "Vues", first: "desc", row: countOf("views") },
      telechargements: { label: "Téléchargements", first: "desc", row: countOf("downloads") },
      likes: { label: "J’aime", first: "desc", row: countOf("likes") },
      commentaires: { label: "Commentaires", first: "desc", row: countOf("comments") },
    },
    bulkActions: {
      transcribe: {
        label: "Transcrire",
        icon: "captions",
        done: ["Transcription demandée", "transcriptions demandées"],
        failed: "Impossible de demander ces transcriptions",
        refused: "sans son, ou déjà en attente",
        isOffered: () => Boolean(getSettings().transcribe),
        run: askTranscriptions,
      },
    },
  }),
  row: (row, { publishedOn, sort }) => ({
    details: [
      roundOf(row, siteSettings().texts.round),
      row.type !== "full" && TYPE_LABELS[row.type],
      row.guest,
      publishedOn,
      sortedCount(row, sort),
      row.downloads > 0 && sort !== DOWNLOADS && `${spell(row.downloads)} ${downloadsOf(row)}`,
      exampleOf(row),
    ],
    address: `/episodes/${row.id}`,
    picture: row.picture,
    figure:
      sort === DOWNLOADS
        ? { value: spell(row.downloads), words: downloadsOf(row) }
        : { value: spell(row.views), words: row.views > 1 ? "vues" : "vue" },
  }),
  csv: {
    ...fieldColumns(episodeSchema, "title", "guest", "season", "number"),
    Type: ({ type }) => TYPE_LABELS[type],
    Durée: ({ durationSeconds }) => durationSeconds && writeClock(durationSeconds * 1_000),
    ...publicationColumns,
    Adresse: ({ id }) => addressOnSite(`/episodes/${id}`),
    Vues: ({ views }) => views,
    Téléchargements: ({ downloads }) => downloads,
    "J’aime": ({ likes }) => likes,
    Commentaires: ({ comments }) => comments,
  },
  otherWords: "créer publier ajouter enregistrer déposer son mp3 audio enregistrement round",
  letter: "episode",
  startsFrom: "audio",
  action: { to: "/admin/import", label: "Importer un flux" },
  published: publishedEpisodes,
  form: episodeSchema,
  cardFields: [
    ...["title", "guest", "hasNoGuest", "description", "audioUrl", "duration", "youtubeUrl", "spotifyUrl"],
    ...["thumbnailUrl", "views", "viewsBefore", "publicationDay", "chaptersBefore", "isPublished"],
  ],
  store: {
    find: findEpisode,
    create: writes.createEpisode,
    update: writes.updateEpisode,
    setPublished: writes.setEpisodePublished,
    remove: writes.deleteEpisode,
    formOf: writes.episodeFormOf,
  },
  async formShows(url, edited, place) {
    const today = toDay(new Date())
    const started = edited || place === "card" ? null : await findStart(url)
    const shown = { ...NOTHING, ...started, ...edited }
    const heard = loadOr(findHeard(shown.audioUrl), null)
    if (place === "card") return { heard: heardOf(shown, (await heard).value), today }
    const [known, levels, picture, undescribed, transcript] = await Promise.all([
      loadOr(listKnownPeople(), []),
      loadOr(listLevelChoices(), []),
      loadOr(findPicture(shown.thumbnailUrl), null),
      edited ? loadOr(listUndescribed(keysIn(edited)), []) : { value: [] },
      edited ? loadOr(findTranscriptState(edited.id), null) : { value: null },
    ])
    return {
      key: started?.key,
      started,
      known: known.value,
      levels: levels.value,
      picture: picture.value,
      heard: heardOf(shown, (await heard).value),
      undescribed: undescribed.value,
      transcript: transcript.value,
      isEmbeddable: siteSettings().embeds.where !== "nowhere",
      today,
    }
  },
  addressOf: (id) => `/episodes/${id}`,
})

/** The figure that the list is sorted by, beside the views, which are always there. */
function sortedCount({ likes, comments }: Record<"likes" | "comments", number>, sort?: string) {
  if (sort === "likes") return `${likes} j’aime`
  return sort === "commentaires" && `${comments} ${comments > 1 ? "commentaires" : "commentaire"}`
}

/** The order whose figure takes the place of the views. */
const DOWNLOADS = "telechargements"
const spell = (count: number) => count.toLocaleString("fr-FR")
const downloadsOf = ({ downloads }: { downloads: number }) =>
  downloads > 1 ? "téléchargements" : "téléchargement"

const NOTHING = { audioUrl: null, audioBytes: null, durationSeconds: null, thumbnailUrl: null }

/** Of another host's sound the episode knows more than the library. */
function heardOf(shown: { audioBytes: number | null; durationSeconds: number | null }, heard: Heard | null) {
  if (!heard) return null
  const { bytes, durationSeconds } = heard
  return {
    ...heard,
    bytes: bytes ?? shown.audioBytes,
    durationSeconds: durationSeconds ?? shown.durationSeconds,
  }
}

async function findEpisode(id: number) {
  const episode = await writes.findEditedEpisode(id)
  return (
    episode && {
      ...episode,
      duration: episode.durationSeconds,
      publicationDay: toDay(episode.publishedAt),
      publicationClock: toClock(episode.publishedAt),
    }
  )
}

/** What a new episode begins with: another one's content, a sound with what its file says, or a title. */
async function findStart(url: URL) {
  const copy = url.searchParams.get("copy")
  if (copy !== null) return findCopied(copy)
  const [sound] = await listNamedMedia(url, "audio")
  const asked = url.searchParams.get("titre")?.slice(0, MAX_ASKED_TITLE)
  if (!sound) return asked ? { key: `title-${asked}`, title: asked, isPublished: false } : null
  const title = sound.tags?.title ?? nameOf(sound.title)
  return {
    key: `medium-${sound.id}`,
    title,
    audioUrl: sound.address,
    duration: secondsOf(sound.durationMs),
    chapters: chaptersOfTags(sound.tags),
    isPublished: false,
  }
}

/** What people looked for, in the address that leads to an episode of it. */
const MAX_ASKED_TITLE = 200

/** « mon-episode.mp3 » without its ending. */
const nameOf = (file: string) => file.replace(/\.\w{2,4}$/, "")

/** What a new episode takes over from another one: not what belongs to that one alone. */
async function findCopied(copy: string) {
  const episode = await writes.findEditedEpisode(parseId(copy) ?? 0)
  if (!episode) throw data({ title: words.notFound }, { status: 404 })
  const { title, guest, people, subtitle, season, type, isExplicit } = episode
  const { description, thumbnailUrl, credits, links } = episode
  return {
    key: `copy-${episode.id}`,
    guest,
    people,
    subtitle,
    season,
    type,
    isExplicit,
    description,
    thumbnailUrl,
    credits,
    links,
    title: `${title} (copie)`,
    isPublished: false,
  }
}

const MAX_SEASONS = 100

/** The seasons that there are, the last ones first. */
async function listSeasons() {
  const season = seasonOf(table.season)
  const found = await listDistinct<number>(table, season, sql`${season} > 0`, MAX_SEASONS)
  return found.toReversed().map((one) => ({ value: String(one), label: `Saison ${one}` }))
}
