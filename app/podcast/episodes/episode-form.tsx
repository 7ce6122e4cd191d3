import { lazy, Suspense, useState } from "react"
import { Link } from "react-router"
import { ForPublishers } from "#app/content/for-publishers.tsx"
import { FIELDS, type FormOf, ManagerForm } from "#app/content/manager-form.tsx"
import { CheckboxField, SwitchField } from "#app/kit/form/checkbox-field.tsx"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField, TextArea, TextField } from "#app/kit/form/field.tsx"
import { type LabelledField, labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { FormTabs } from "#app/kit/form/form-tabs.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { MediaField } from "#app/kit/form/media-field.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { SoundField } from "#app/kit/form/sound-field.tsx"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { writeChapters } from "#app/kit/lib/chapters.ts"
import { NO_LEVEL, RESERVED_FOR } from "#app/kit/lib/reserved.ts"
import { can } from "#app/kit/lib/rights.ts"
import { writeSoundbites } from "#app/kit/lib/soundbites.ts"
import { mediumPage } from "#app/media/media.copy.ts"
import { ChaptersField } from "../chapters/chapters-field.tsx"
import { SoundbitesField } from "../chapters/soundbites/soundbites-field.tsx"
import { ownBilling } from "../guests/billing.ts"
import { readPeople, writePeople } from "../guests/names.ts"
import { PeopleField } from "../guests/people-field.tsx"
import { integrateAddress } from "../player/link-times.ts"
import { formatTime } from "../player/times.ts"
import { transcriptAddress } from "../transcripts/transcripts.copy.ts"
import type { TranscriptState } from "./checklist.ts"
import type { episodeSchema, EpisodeForm as Values } from "./episode-form.schema.ts"
import { writeLinks } from "./episode-links.ts"
import { describeSound } from "./heard.ts"
import { fillDuration, SoundCard } from "./sound-card.tsx"
import {
  COMMENT_CHOICES,
  COMMENT_LABELS,
  EPISODE_TYPES,
  RESERVED_LABELS,
  TYPE_LABELS,
} from "./episodes.schema.ts"
import { PublishChecklist } from "./publish-checklist.tsx"
import type { episodes } from "./type.server.ts"

type Described = { id: number; alt: string }

const StudioTranscript = lazy(() => import("../transcripts/studio-transcript.tsx"))

const TRANSCRIPT = "Transcription"
const TYPES = EPISODE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))
const RESERVED = RESERVED_FOR.map((value) => ({ value, label: RESERVED_LABELS[value] }))
const COMMENTS = COMMENT_CHOICES.map((value) => ({ value, label: COMMENT_LABELS[value] }))

export function EpisodeForm(given: FormOf<typeof episodes>) {
  const { today, heard, started, known = [], levels = [], undescribed = [], ...others } = given
  const { picture = null, transcript = null, isEmbeddable = false, ...props } = others
  const { edited, fields, response, place } = props
  const isCard = place === "card"
  const mayCorrect = can(useViewer(), "editing")
  const [tab, setTab] = useState("Épisode")
  const isOnTranscript = tab === TRANSCRIPT
  const [isTranscriptKept, keepTranscript] = useState(isOnTranscript)
  // With what is being corrected in it it stays, whatever part is looked at.
  if (isOnTranscript && !isTranscriptKept) keepTranscript(true)
  const begun: Partial<Values> = { views: 0, publicationDay: today, isPublished: true, ...started }
  const stored = edited ?? begun
  const { field, tick, value } = labelledFieldsOf<typeof episodeSchema>(fields, response, {
    ...stored,
    viewsBefore: stored.views,
  })
  const viewsBefore = field("viewsBefore")
  const chaptersBefore = field("chaptersBefore")
  /** A field whose text is not what its value is. */
  const spelled = (name: "people" | "duration" | "links" | "chapters" | "soundbites", text: string) =>
    response ? field(name) : { ...field(name), defaultValue: text }
  const people = spelled("people", writePeople(stored.people ?? []))
  const guest = field("guest")
  const duration = spelled("duration", stored.duration ? formatTime(stored.duration) : "")
  const parts = {
    title: <TextField {...field("title")} />,
    guest: <TextField {...guest} required />,
    billing: {
      ...guest,
      defaultValue: ownBilling(guest.defaultValue ?? "", readPeople(people.defaultValue ?? "")),
    },
    description: <MarkdownField {...field("description")} rows={isCard ? 4 : 10} />,
    youtube: (
      <TextField {...field("youtubeUrl")} type="url" placeholder="https://www.youtube.com/watch?v=…" />
    ),
    spotify: (
      <TextField {...field("spotifyUrl")} type="url" placeholder="https://open.spotify.com/episode/…" />
    ),
    picture: (
      <EpisodePicture
        field={field("thumbnailUrl")}
        fallback={value("guest") || null}
        stored={picture}
        dropSays={isCard ? undefined : "L’image de cet épisode"}
      />
    ),
    views: (
      <>
        {edited && <input type="hidden" name={viewsBefore.name} value={viewsBefore.defaultValue} />}
        <TextField
          {...field("views")}
          type="number"
          min={0}
          help="Le nombre de vues affiché. Recopiez-y celui de la vidéo si vous voulez : chaque visite de la page s’y ajoute ensuite."
        />
      </>
    ),
    sound: (
      <SoundField
        {...field("audioUrl")}
        hint={heard && describeSound(heard)}
        // How long one of the library lasts it says by itself.
        onTaken={({ durationMs }, form) => fillDuration(form, duration.name, durationMs)}
      />
    ),
    day: <DateField {...field("publicationDay")} />,
    chaptersBefore: edited && (
      <input
        type="hidden"
        name={chaptersBefore.name}
        value={chaptersBefore.defaultValue ?? edited.chapters.length}
      />
    ),
  }

  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l'épisode" : "Nouvel épisode"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’épisode"}
      isDated
      beside={
        edited && (
          <>
            <Link to={`/admin/episodes/new?copy=${edited.id}`} className="underline">
              Dupliquer
            </Link>
            {isEmbeddable && edited.isPublished && edited.audioUrl && (
              <Link to={integrateAddress(edited.id)} className="underline">
                Intégrer
              </Link>
            )}
          </>
        )
      }
      checks={
        <PublishChecklist
          values={{
            title: value("title"),
            guest: value("guest") || value("people"),
            audioUrl: value("audioUrl"),
            thumbnailUrl: value("thumbnailUrl"),
            description: value("description"),
            chapters: spelled("chapters", writeChapters(stored.chapters ?? [])).defaultValue ?? "",
          }}
          undescribed={undescribed}
          transcript={mayCorrect ? transcript : null}
          form={FIELDS}
        />
      }
      below={
        edited &&
        mayCorrect &&
        isTranscriptKept && (
          <div hidden={!isOnTranscript} className="grid gap-5">
            <Suspense>
              <StudioTranscript episodeId={edited.id} />
            </Suspense>
          </div>
        )
      }
    >
      {isCard ? (
        <>
          {parts.title}
          <div className="grid content-start gap-1">
            {parts.guest}
            {edited?.hasNoGuest && <CheckboxField {...tick("hasNoGuest")} />}
          </div>
          {parts.description}
          {parts.sound}
          <input type="hidden" name={duration.name} defaultValue={duration.defaultValue} />
          {parts.chaptersBefore}
          {parts.youtube}
          {parts.spotify}
          {parts.picture}
          {parts.views}
          {parts.day}
          <ForPublishers>
            <SwitchField {...tick("isPublished")} />
          </ForPublishers>
        </>
      ) : (
        <FormTabs
          shown={tab}
          onShow={setTab}
          further={
            edited?.isPublished && (
              <Link to={`/admin/episodes/${edited.id}/audience`} className="section-tab">
                Audience
              </Link>
            )
          }
          above={
            <SoundCard
              sound={field("audioUrl")}
              durationField={duration.name}
              chaptersField={field("chapters").name}
              heard={heard}
            />
          }
          tabs={[
            {
              label: "Épisode",
              content: (
                <>
                  {parts.title}
                  <PeopleField {...people} billing={parts.billing} known={known} />
                  <TextField {...field("subtitle")} />
                  {parts.description}
                  <div className="form-pair">
                    {parts.picture}
                    <div className="grid content-start gap-5">
                      {parts.day}
                      <TextField
                        {...field("publicationClock")}
                        type="time"
                        hint="À Paris. Vide : maintenant pour aujourd’hui, minuit pour un autre jour."
                      />
                    </div>
                  </div>
                </>
              ),
            },
            {
              label: "Chapitres",
              content: (
                <>
                  {parts.chaptersBefore}
                  <ChaptersField
                    {...spelled("chapters", writeChapters(stored.chapters ?? []))}
                    inFile={heard?.chapters ?? []}
                    descriptionField={field("description").name}
                  />
                </>
              ),
            },
            {
              label: TRANSCRIPT,
              content: <TranscriptFile field={field("transcriptUrl")} state={transcript} />,
            },
            {
              label: "Extraits",
              content: (
                <SoundbitesField {...spelled("soundbites", writeSoundbites(stored.soundbites ?? []))} />
              ),
            },
            {
              label: "Avancé",
              content: (
                <>
                  <div className="form-pair">
                    {parts.youtube}
                    {parts.spotify}
                    <TextField
                      {...parts.billing}
                      label="Nom affiché"
                      hint="À la place des noms des invités, par exemple « DJ Kessel & friends ». Vide : leurs noms."
                    />
                    <TextField {...field("season")} type="number" min={1} />
                    <TextField
                      {...field("number")}
                      type="number"
                      min={1}
                      hint="Vide : le prochain de la saison, à la première publication."
                      help="C’est le rang de l’épisode, montré avec la saison sur l’affiche. Il s’écrit aussi à la main, par exemple pour reprendre la numérotation d’un flux."
                    />
                    <SelectField
                      help="Les applications de podcast rangent à part les bandes-annonces et les bonus, qui n’ont pas de numéro d’office."
                      {...field("type")}
                      options={TYPES}
                    />
                    <SelectField {...field("commentsOpen")} options={COMMENTS} />
                    <TextField
                      {...duration}
                      placeholder="1:02:03"
                      hint="1:02:03, ou en minutes. Vide : celle du son, s’il est dans la médiathèque."
                    />
                    {parts.views}
                  </div>
                  <CheckboxField {...tick("isExplicit")} />
                  <ReservedFields field={field} hidden={tick("isReservedHidden")} levels={levels} />
                  <MarkdownField
                    {...field("credits")}
                    rows={2}
                    hint="Qui l’a fait. Par exemple, Montage : Sam."
                  />
                  <TextArea
                    {...spelled("links", writeLinks(stored.links ?? []))}
                    rows={3}
                    hint="Un par ligne : ce qu’il est, puis son adresse. Le site de l’invité https://…"
                  />
                </>
              ),
            },
          ]}
        />
      )}
    </ManagerForm>
  )
}

const TRANSCRIPT_SAID = {
  published: "La transcription est publiée\u00a0: ce que vous y enregistrez se lit aussitôt sur le site.",
  draft: "Un brouillon de transcription attend d’être relu et publié. Un autre fichier le remplacerait.",
  asked: "Le programme de votre serveur écrit la transcription.",
  none: "Cet épisode n’a pas encore de transcription.",
}

/** A file with the episode's words, taken over when it is saved; what it has is corrected on a page of its own. */
function TranscriptFile({ field, state }: { field: LabelledField; state: TranscriptState | null }) {
  const { state: known = "none" } = state ?? {}
  const mayCorrect = can(useViewer(), "editing")
  return (
    <>
      <p className="max-w-[75ch]">
        {TRANSCRIPT_SAID[known]}{" "}
        {state && mayCorrect && (
          <Link to={transcriptAddress(state.episodeId)} className="hidden underline noscript:inline">
            {known === "none" ? "Coller un texte, ou un autre format" : "La relire et la corriger"}
          </Link>
        )}
      </p>
      {(known !== "published" || field.error) && (
        <MediaField
          {...field}
          kinds={["text"]}
          dropSays="La transcription de cet épisode"
          hint="Des sous-titres (.vtt, .srt), déposés n’importe où sur cette page, de la médiathèque ou d’un autre site : repris à l’enregistrement, sans être publiés."
        >
          {() => null}
        </MediaField>
      )}
    </>
  )
}

type EpisodePictureProps = {
  field: LabelledField
  fallback: string | null
  stored: Described | null
  dropSays: string | undefined
}

/** The picture of an episode, and beside it what it says to who does not see it. */
function EpisodePicture({ field, fallback, stored, dropSays }: EpisodePictureProps) {
  const [shown, setShown] = useState(stored && { ...stored, address: field.defaultValue })
  return (
    <ImageField
      {...field}
      help="L’image de l’épisode, sur les cartes, sur sa page et quand on partage celle-ci."
      fallback={fallback}
      dropSays={dropSays}
      onTaken={setShown}
      about={(address) =>
        shown?.address === address && (
          <>
            <p className="wrap-anywhere">
              {shown.alt
                ? `Décrite\u00a0: «\u00a0${shown.alt}\u00a0».`
                : "Pas encore décrite pour qui ne la voit pas."}
            </p>
            <Link to={mediumPage(shown.id)} className="w-fit underline">
              {shown.alt ? "Changer la description" : "Décrire l’image"}
            </Link>
          </>
        )
      }
    />
  )
}

type ReservedProps = {
  field: (name: ReservedName) => LabelledField
  hidden: React.ComponentProps<typeof CheckboxField>
  levels: { id: number; name: string }[]
}
type ReservedName = Extract<keyof Values, `reserved${string}` | "supporterAudioUrl">

/** Who hears it first, or alone. */
function ReservedFields({ field, hidden, levels }: ReservedProps) {
  return (
    <>
      <div className="form-pair">
        <SelectField
          {...field("reservedFor")}
          options={RESERVED}
          help="En attendant, on ne l’entend que dans le flux des soutiens. Le site montre sa page sans le son, la transcription, les chapitres ni les liens YouTube et Spotify. Un son hébergé ailleurs reste ouvert à qui en a l’adresse."
        />
        <SelectField
          {...field("reservedLevelId")}
          label="À partir du palier"
          options={[
            { value: "", label: NO_LEVEL },
            ...levels.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextField
          {...field("reservedDays")}
          type="number"
          min={1}
          hint="Pour « Les premiers jours » : à compter de la publication."
        />
        <DateField
          {...field("reservedUntil")}
          hint="Pour « Jusqu’à une date » : ce jour-là, il s’ouvre à tous."
        />
      </div>
      <CheckboxField {...hidden} />
      <SoundField
        {...field("supporterAudioUrl")}
        hint="À la place du son, dans leur flux : plus long, ou sans publicité. Vide : le même."
      />
    </>
  )
}
