import { guard } from "#app/accounts/auth/guard.server.ts"
import { data, Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { HistoryLink } from "#app/content/history-link.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { type Cue, speakersOf } from "#app/kit/lib/cues.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-transcripts.route"
import { changeTranscript } from "./change-transcript.server.ts"
import { findTranscription, listTranscriptions } from "./command/find-transcriptions.server.ts"
import { TranscriptionPanel } from "./command/transcription-panel.tsx"
import { TranscriptionsPanel } from "./command/transcriptions-panel.tsx"
import { EditTranscript } from "./edit-transcript.tsx"
import { packCues } from "./formats/packed-cues.ts"
import { findManaged, listManaged, listTranscriptVersions } from "./manage-transcripts.server.ts"
import { TakeTranscript } from "./take-transcript.tsx"
import { adoptionOf, deletionOf, discardOf } from "./transcript-questions.ts"
import { NO_EPISODE, TITLE, transcriptAddress } from "./transcripts.copy.ts"

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
        ...{ rows, failed: list.failed, managed: null, question: null },
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
    ...{ rows: [], failed: false, question, automatic: null },
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
      <Panel title="Travaillées en dernier">
        {failed && <p role="alert">Impossible de charger les transcriptions</p>}
        {!failed && rows.length === 0 && (
          <p>Aucune transcription pour le moment : ouvrez un épisode, puis « Transcription ».</p>
        )}
        <ul className="manager-rows">
          {rows.map(({ episodeId, title, isPublished, changedOn }) => (
            <li key={episodeId} className="manager-row">
              <div className="manager-row-line">
                <p className="manager-row-title">
                  <Link to={transcriptAddress(episodeId)} className="hover:underline">
                    {title}
                  </Link>
                </p>
                <p className="manager-row-status">
                  <Badge variant={isPublished ? "default" : "secondary"}>
                    {isPublished ? "Publiée" : "Brouillon"}
                  </Badge>
                </p>
              </div>
              <p className="manager-row-detail">{changedOn}</p>
            </li>
          ))}
        </ul>
      </Panel>
      {automatic && <TranscriptionsPanel {...automatic} />}
    </ManagerPage>
  )
}

type Props = {
  automatic: Omit<React.ComponentProps<typeof TranscriptionPanel>, "episode" | "has">
  episode: { episodeId: number; title: string; guest: string; audioUrl: string | null }
  transcript: {
    version: number
    packed: string
    count: number
    speakers: string[]
    isPublished: boolean
    changedOn: string
  } | null
  versions: { id: number; savedOn: string; savedBy: string | null }[]
  response: FormResponse | null | undefined
}

/** The transcript of an episode: taken from somewhere, corrected beside its sound, published. */
function ManagedTranscript({ episode, transcript, versions, automatic, response }: Props) {
  const answerTo = (intent: string) => (response?.values.intent === intent ? response : undefined)
  const automaticPanel = <TranscriptionPanel {...automatic} episode={episode} has={transcript} />
  if (!transcript) {
    return (
      <>
        {automatic.isSet && automaticPanel}
        <Panel title={episode.title}>
          <p className="mb-5">
            Cet épisode n’a pas encore de transcription. Le texte que vous reprenez ici devient un brouillon,
            à relire avant de le publier.
          </p>
          <TakeTranscript id={episode.episodeId} response={answerTo("take")} />
        </Panel>
        {!automatic.isSet && automaticPanel}
      </>
    )
  }
  const { count, speakers, isPublished, changedOn } = transcript
  const id = String(episode.episodeId)
  return (
    <>
      <Panel
        title={episode.title}
        aside={
          <Badge variant={isPublished ? "default" : "secondary"}>
            {isPublished ? "Publiée" : "Brouillon"}
          </Badge>
        }
      >
        <p className="text-paper-ink">
          {count.toLocaleString("fr-FR")} {count > 1 ? "phrases" : "phrase"}
          {speakers.length > 0 && ` · ${speakers.join(", ")}`} · {changedOn}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {isPublished ? (
            <ActionButton label="Dépublier" icon="eye-off" fields={{ intent: "unpublish", id }} />
          ) : (
            <ActionButton label="Publier" icon="eye" fields={{ intent: "publish", id }} />
          )}
          <a href={`/episodes/${episode.episodeId}#transcription`} className="office-button">
            Voir sur le site
          </a>
          <ConfirmButton label="Supprimer" icon="trash" subject={episode.title} {...deletionOf(episode)} />
          <HistoryLink kind="transcript" id={episode.episodeId} subject={episode.title} />
        </div>
      </Panel>
      <Panel title="Corriger">
        <EditTranscript
          audioUrl={episode.audioUrl}
          transcript={{ ...transcript, id: episode.episodeId }}
          response={answerTo("save")}
        />
      </Panel>
      <Panel title="Versions">
        <ul className="grid gap-2">
          {versions.map(({ id: versionId, savedOn, savedBy }, index) => (
            <li key={versionId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span>
                {savedOn}
                {savedBy && ` · ${savedBy}`}
              </span>
              {index === 0 ? (
                <Badge variant="secondary">Actuelle</Badge>
              ) : (
                <ActionButton
                  label="Reprendre"
                  icon="rotate-ccw"
                  subject={savedOn}
                  fields={{ intent: "restore", id, versionId: String(versionId) }}
                />
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {automaticPanel}
      <Panel title="Remplacer">
        <p className="mb-5">
          Un autre texte prend la place de celui-ci, qui reste parmi les versions.
          {isPublished && " Il sera publié aussitôt."}
        </p>
        <TakeTranscript id={episode.episodeId} response={answerTo("take")} />
      </Panel>
    </>
  )
}
