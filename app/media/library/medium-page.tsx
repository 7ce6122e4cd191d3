import { Link } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import { ItemHead } from "#app/content/item-head.tsx"
import { listAddress, type ListView } from "#app/content/lists/list-view.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { KeptPicture, MediaField } from "#app/kit/form/media-field.tsx"
import { SoundField } from "#app/kit/form/sound-field.tsx"
import type { Question } from "#app/kit/http/questions.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { MediaTags } from "#app/kit/lib/media.ts"
import { CopyButton } from "#app/kit/ui/copy-button.tsx"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { can } from "#app/kit/lib/rights.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { formatBytes, formatLength } from "../file-facts.ts"
import { captionsPage, MEDIA_PATH } from "../media.copy.ts"
import { deletionOf, deletionOfUsed } from "./media-questions.ts"
import type { mediumIntents } from "./medium-form.schema.ts"
import { MediumForm } from "./medium-form.tsx"
import type { ShownMedium } from "./medium.server.ts"
import { useFreshList } from "./use-fresh-list.ts"
import type { MediumUse } from "./uses.server.ts"

type Props = {
  medium: ShownMedium
  /** The list that it was opened from. */
  view: ListView
  question: Question | null
  response: FormResponse | null | undefined
}

/** One medium: what it shows or plays, what is written about it, where it is used, and what can be done with it. */
export function MediumPage({ medium, view, question, response }: Props) {
  const { id, title, uses, state, facts } = medium
  useFreshList(state === "waiting" || state === "working")
  const mayDelete = can(useViewer(), "publishing")
  const answerTo = (intent: string) => (response?.values.intent === intent ? response : undefined)
  return (
    <div className="manager">
      <ItemHead
        list={{ to: listAddress(MEDIA_PATH, view), label: "Médias" }}
        detail={facts.join(" · ")}
        title={title}
        saved={`Enregistré ${medium.savedAt}`}
      />
      {question ? (
        <QuestionPage {...question} />
      ) : (
        <div className="medium-columns">
          <MediumForm medium={medium} response={answerTo("save")} />
          <div className="grid gap-6">
            <MediumFacts medium={medium} />
            <Uses uses={uses} />
            {state === "ready" && mayDelete && <ReplaceForm medium={medium} response={answerTo("replace")} />}
            <section aria-label="Et aussi" className="item-panel item-links">
              {medium.kind === "video" && state === "ready" && (
                <Link to={captionsPage(id)} className="item-link">
                  <Icon name="captions" />
                  Sous-titres
                </Link>
              )}
              {state === "failed" && (
                <ActionButton
                  label="Réessayer"
                  icon="refresh-cw"
                  subject={title}
                  fields={{ intent: "retry", id: String(id) } satisfies Asking<typeof mediumIntents>}
                />
              )}
              {mayDelete && (
                <ConfirmButton
                  label="Supprimer ce média"
                  icon="trash"
                  subject={title}
                  className="item-link"
                  {...(uses.length > 0 ? deletionOfUsed(medium, uses) : deletionOf([medium]))}
                />
              )}
              <HistoryLink kind="medium" id={id} subject={title} icon="history" className="item-link" />
            </section>
          </div>
        </div>
      )}
    </div>
  )
}

function Uses({ uses }: { uses: MediumUse[] }) {
  return (
    <Panel title="Où il est utilisé">
      {uses.length === 0 ? (
        <p>Nulle part pour le moment.</p>
      ) : (
        <ul className="grid gap-2">
          {uses.map(({ what, title, to }) => (
            <li key={`${what} ${to}`} className="break-words">
              {what}
              {"\u00a0"}:{" "}
              <Link to={to} className="font-semibold underline">
                {title || "Sans titre"}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type ReplaceFormProps = { medium: ShownMedium; response: FormResponse | null | undefined }

/** Puts another file into this one's place, wherever it is used. */
function ReplaceForm({ medium, response }: ReplaceFormProps) {
  const { id, kind } = medium
  const { field } = fieldsOf<(typeof mediumIntents)["replace"]>(response)
  const shared = {
    ...field("address"),
    label: "Nouveau média",
    hint: "Tout ce qui utilise ce média utilisera le nouveau. L’ancien reste ici, inutilisé.",
    required: true,
  }
  return (
    <Panel title="Remplacer">
      <EditForm response={response} aria-label="Remplacer ce média">
        <HiddenFields fields={{ intent: "replace", id: String(id) } satisfies Asking<typeof mediumIntents>} />
        {kind === "audio" ? (
          <SoundField {...shared} />
        ) : (
          <MediaField {...shared} kinds={[kind]}>
            {(address) => kind === "image" && <KeptPicture address={address} />}
          </MediaField>
        )}
        <div>
          <SubmitButton pendingText="Remplacement...">Remplacer</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

/** What was read from a file, and the formats that were made of it. */
function MediumFacts({ medium }: { medium: ShownMedium }) {
  const { id, state, facts, sentOn, bitRate, loudness, tags, files } = medium
  const chapters = tags?.chapters ?? []
  const variants = files.filter(({ role }) => role === "variant")
  return (
    <Panel title="Le fichier">
      <dl className="grid gap-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-4">
        <Fact name="Fichier">{facts.join(" · ")}</Fact>
        <Fact name="Envoyé">le {sentOn}</Fact>
        {bitRate !== null && (
          <Fact name="Débit">
            {Math.round(bitRate / 1_000)}
            {"\u00a0"}kbit/s
          </Fact>
        )}
        {loudness !== null && (
          <Fact name="Volume moyen">
            {loudness.toLocaleString("fr-FR", { maximumFractionDigits: 1 }).replace("-", "−")}
            {"\u00a0"}LUFS (les plateformes visent −16)
          </Fact>
        )}
        {tags?.title && <Fact name="Titre">{tags.title}</Fact>}
        {tags?.artist && <Fact name="Artiste">{tags.artist}</Fact>}
        {tags?.album && <Fact name="Album">{tags.album}</Fact>}
      </dl>
      {tags?.hasCover && state === "ready" && (
        <div className="mt-3">
          <ActionButton
            label="Prendre la pochette du son"
            icon="image-plus"
            fields={{ intent: "cover", id: String(id) } satisfies Asking<typeof mediumIntents>}
          />
        </div>
      )}
      {chapters.length > 0 && <Chapters chapters={chapters} />}
      {variants.length > 0 && (
        <details className="mt-3">
          <summary className="log-summary">Formats ({variants.length})</summary>
          <ul className="mt-1 grid gap-1 text-sm">
            {variants.map(({ name, width, height, bytes }) => (
              <li key={name} className="break-words">
                {name}
                {width && height && ` · ${width}\u00a0×\u00a0${height}`} · {formatBytes(bytes)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-sm text-paper-ink">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}

type ChaptersProps = { chapters: NonNullable<MediaTags["chapters"]> }

/** The chapters that a sound brings along, to be copied into a description as apps read them: a time and a title a line. */
function Chapters({ chapters }: ChaptersProps) {
  const lines = chapters.map(({ start, title }) => ({ time: formatLength(start * 1_000), title }))
  return (
    <details className="mt-3">
      <summary className="log-summary">Chapitres ({chapters.length})</summary>
      <ol className="mt-1 grid gap-1 text-sm">
        {lines.map(({ time, title }, index) => (
          <li key={index} className="break-words">
            {time} {title}
          </li>
        ))}
      </ol>
      <CopyButton
        label="Copier les chapitres"
        text={lines.map(({ time, title }) => `${time} ${title}`.trim()).join("\n")}
        copied="Chapitres copiés : collez-les dans la description de l’épisode."
        failed="Impossible de copier : sélectionnez la liste."
      />
    </details>
  )
}
