import { guard } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { SelectField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { CAPTION_LANGUAGES, LANGUAGE_NAMES, type CaptionLanguage } from "#app/kit/lib/captions.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { CaptionTracks } from "#app/kit/ui/caption-tracks.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { MEDIA_PATH, mediumPage } from "#app/media/media.copy.ts"
import { TakeTranscript } from "../take-transcript.tsx"
import type { Route } from "./+types/manage-captions.route"
import { findCaptioned } from "./captions.server.ts"
import { changeCaptions } from "./change-captions.server.ts"

const TITLE = "Sous-titres"

export const middleware: Route.MiddlewareFunction[] = [guard("editing")]

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("medium")
  if (asked === null) return { video: null, tracks: [], question: null }
  const found = await findCaptioned(parseId(asked) ?? 0)
  if (!found) throw data({ title: "Vidéo non trouvée" }, { status: 404 })
  const { tracks, ...video } = found
  const shown = tracks.map(({ updatedAt, ...track }) => ({ ...track, changedOn: formatLongTime(updatedAt) }))
  const removal = (parameters: URLSearchParams) => {
    const track = tracks.find(({ language }) => language === parameters.get("value"))
    return track && removalOf(video, track.language)
  }
  const question = await findAsked(url, { "remove-captions": removal }, "Sous-titres non trouvés")
  return { video, tracks: shown, question }
}

export function action({ request }: Route.ActionArgs) {
  return changeCaptions(request)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save-captions"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ManageCaptions({ loaderData, actionData }: Route.ComponentProps) {
  const { video, tracks, question } = loaderData
  const response = actionData ?? undefined
  const { field } = fieldsOf<{ language: string }>(response, { language: "fr" })
  if (!video)
    return (
      <ManagerPage title={TITLE} action={{ to: MEDIA_PATH, label: "Médiathèque" }}>
        <p>
          Ouvrez une vidéo de la médiathèque, puis «{"\u00a0"}Sous-titres{"\u00a0"}».
        </p>
      </ManagerPage>
    )
  return (
    <ManagerPage title={TITLE} question={question} action={{ to: mediumPage(video.id), label: "La vidéo" }}>
      <Panel title={video.title}>
        <video
          key={tracks.map(({ changedOn }) => changedOn).join()}
          controls
          preload="metadata"
          src={video.address}
          aria-label={`Voir ${video.title}`}
          className="max-h-96 w-full bg-[#100d0c]"
        >
          <CaptionTracks address={video.address} languages={tracks.map(({ language }) => language)} />
        </video>
        {tracks.length === 0 ? (
          <p className="mt-4">Cette vidéo n’a pas encore de sous-titres.</p>
        ) : (
          <ul className="mt-4 grid gap-3">
            {tracks.map(({ language, count, changedOn }) => (
              <li key={language} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span>
                  <strong>{LANGUAGE_NAMES[language]}</strong> · {count} {count > 1 ? "phrases" : "phrase"} ·{" "}
                  {changedOn}
                </span>
                <a
                  href={`/captions/${mediaKey(video.address)}/${language}.vtt`}
                  download
                  className="office-button"
                >
                  Télécharger<span className="sr-only"> : {LANGUAGE_NAMES[language]}</span>
                </a>
                <ConfirmButton
                  label="Retirer"
                  icon="trash"
                  subject={LANGUAGE_NAMES[language]}
                  {...removalOf(video, language)}
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Ajouter ou remplacer">
        <p className="mb-5">
          Un fichier VTT ou SRT, avec ses heures. Ceux de la même langue sont remplacés. Pour corriger,
          téléchargez-les, puis reprenez-les.
        </p>
        <TakeTranscript
          intent="save-captions"
          id={video.id}
          response={response}
          label="Texte des sous-titres"
          what="Reprendre des sous-titres"
        >
          <SelectField
            label="Langue"
            {...field("language")}
            options={CAPTION_LANGUAGES.map((language) => ({
              value: language,
              label: LANGUAGE_NAMES[language],
            }))}
          />
        </TakeTranscript>
      </Panel>
    </ManagerPage>
  )
}

function removalOf({ id, title }: { id: number; title: string }, language: CaptionLanguage): Question {
  return {
    question: "Retirer ces sous-titres\u202f?",
    detail: `${LANGUAGE_NAMES[language]}, de «\u00a0${title}\u00a0». Cette action est définitive.`,
    confirmLabel: "Retirer",
    fields: { intent: "remove-captions", id: String(id), language, value: language },
  }
}
