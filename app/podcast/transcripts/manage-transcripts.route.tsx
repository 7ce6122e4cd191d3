import { guard } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { keepForm, noResponseText } from "#app/kit/form/keep-form.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { type Cue, speakersOf } from "#app/kit/lib/cues.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-transcripts.route"
import { changeTranscript } from "./change-transcript.server.ts"
import { findTranscription, listTranscriptions } from "./command/find-transcriptions.server.ts"
import { TranscriptionsPanel } from "./command/transcriptions-panel.tsx"
import { EpisodeLink, TranscriptLink } from "./transcript-links.tsx"
import { packCues } from "./formats/packed-cues.ts"
import { ManagedTranscript } from "./managed-transcript.tsx"
import { findManaged, listManaged, listTranscriptVersions } from "./manage-transcripts.server.ts"
import { adoptionOf, deletionOf, discardOf } from "./transcript-questions.ts"
import { IN_STUDIO, NO_EPISODE, TITLE } from "./transcripts.copy.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("editing")]

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("episode")
  const isSet = getSettings().transcribe !== undefined
  if (asked === null) {
    const [list, automatic] = await Promise.all([
      loadOr(listManaged(), []),
      loadOr(listTranscriptions(), { rows: [], count: 0 }),
    ])
    const rows = list.value.map(({ updatedAt, ...row }) => ({ ...row, changedOn: formatLongTime(updatedAt) }))
    return data(
      {
        rows,
        failed: list.failed,
        managed: null,
        question: null,
        automatic: { ...automatic.value, isSet, failed: automatic.failed },
      },
      { status: list.failed ? 503 : 200 },
    )
  }
  const found = await findManaged(parseId(asked) ?? 0)
  if (!found) throw data({ title: NO_EPISODE }, { status: 404 })
  const { transcript, ...episode } = found
  const questions = {
    delete: () => deletionOf(episode),
    adopt: () => adoptionOf(episode, transcript),
    discard: () => discardOf(episode),
  }
  const [question, versions, transcription] = await Promise.all([
    findAsked(url, questions, NO_EPISODE),
    transcript ? listTranscriptVersions(transcript.id) : [],
    findTranscription(episode.episodeId),
  ])
  return data({
    rows: [],
    failed: false,
    question,
    automatic: null,
    managed: {
      automatic: { isSet, transcription: transcription ?? null },
      episode,
      transcript: transcript && {
        ...shown(transcript),
        changedOn: formatLongTime(transcript.updatedAt),
      },
      versions: versions.map(({ savedAt, ...one }) => ({ ...one, savedOn: formatLongTime(savedAt) })),
    },
  })
}

/** Its sentences as one text, which browsers read many times faster than as data. */
function shown({ version, isPublished, cues }: { version: number; isPublished: boolean; cues: Cue[] }) {
  return { version, isPublished, packed: packCues(cues), count: cues.length, speakers: speakersOf(cues) }
}

export function action({ request }: Route.ActionArgs) {
  return changeTranscript(request)
}

/** The episode's own page stays when the site cannot be reached. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    const isInStudio = new URL(request.url).searchParams.has(IN_STUDIO)
    if (!isInStudio || noResponseText(error, "") === undefined) throw error
    return UNREACHED
  }
}

const UNREACHED = { rows: [], failed: true, question: null, automatic: null, managed: null }

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["take", "save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ManageTranscripts({ loaderData, actionData }: Route.ComponentProps) {
  const { managed, rows, failed, question, automatic } = loaderData
  if (managed) {
    const { episode } = managed
    return (
      <ManagerPage
        title="Transcription"
        action={{ to: `/admin/episodes/${episode.episodeId}`, label: "L’épisode" }}
        question={question}
      >
        <ManagedTranscript key={episode.episodeId} {...managed} response={actionData ?? undefined} />
      </ManagerPage>
    )
  }
  return (
    <ManagerPage title={TITLE} action={{ to: "/admin/episodes", label: "Épisodes" }}>
      <Panel title="Travaillées en dernier" isPlain>
        {failed && <p role="alert">Impossible de charger les transcriptions</p>}
        {!failed && rows.length === 0 && (
          <p>Aucune transcription pour le moment : ouvrez un épisode, puis « Transcription ».</p>
        )}
        <ul className="list-rows">
          {rows.map(({ episodeId, title, isPublished, changedOn }) => (
            <ListRow
              key={episodeId}
              subject={title}
              title={<TranscriptLink episodeId={episodeId} title={title} />}
              facts={changedOn}
              state={
                <span data-state={isPublished ? "default" : "outline"}>
                  {isPublished ? "Publiée" : "Brouillon"}
                </span>
              }
              more={<EpisodeLink episodeId={episodeId} title={title} />}
            />
          ))}
        </ul>
      </Panel>
      {automatic && <TranscriptionsPanel {...automatic} />}
    </ManagerPage>
  )
}
