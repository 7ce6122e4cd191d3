import { useRef } from "react"
import { Link } from "react-router"
import { ForPublishers } from "#app/content/for-publishers.tsx"
import { FIELDS, type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { CheckboxField, SwitchField } from "#app/kit/form/checkbox-field.tsx"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField, TextArea, TextField } from "#app/kit/form/field.tsx"
import { type BoundField, fieldsOf } from "#app/kit/form/fields-of.ts"
import { FormTabs } from "#app/kit/form/form-tabs.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { SoundField } from "#app/kit/form/sound-field.tsx"
import { writeChapters } from "#app/kit/lib/chapters.ts"
import { writeSoundbites } from "#app/kit/lib/soundbites.ts"
import { ChaptersField, type ChapterSources } from "../chapters/chapters-field.tsx"
import { SoundbitesField } from "../chapters/soundbites/soundbites-field.tsx"
import { writePeople } from "../guests/names.ts"
import { type KnownPerson, PeopleField } from "../guests/people-field.tsx"
import { formatTime } from "../player/times.ts"
import type { TranscriptState, Undescribed } from "./checklist.ts"
import type { episodeSchema, EpisodeForm as Values } from "./episode-form.schema.ts"
import { writeLinks } from "./episode-links.ts"
import { COMMENT_CHOICES, COMMENT_LABELS, EPISODE_TYPES, TYPE_LABELS } from "./episodes.schema.ts"
import { PublishChecklist } from "./publish-checklist.tsx"

type Props = ManagedForm<typeof episodeSchema> & {
  today: string
  /** What is known of the stored sound, in words. */
  soundNote: string
} & Partial<ShownOnPage>

type ShownOnPage = {
  /** What a new episode begins with. */
  started: Partial<Values> | null
  known: KnownPerson[]
  undescribed: Undescribed[]
  transcript: TranscriptState | null
  chapterSources: ChapterSources
}

const NOTHING_HEARD: ChapterSources = { bars: null, chapters: [] }

const TYPES = EPISODE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))
const COMMENTS = COMMENT_CHOICES.map((value) => ({ value, label: COMMENT_LABELS[value] }))

export function EpisodeForm(given: Props) {
  const { today, soundNote, started, known = [], undescribed = [], transcript = null, ...others } = given
  const { chapterSources = NOTHING_HEARD, ...props } = others
  const { edited, response, place } = props
  const isCard = place === "card"
  const stored = edited ?? { views: 0, publicationDay: today, isPublished: true, ...started }
  const { field, tick, value } = fieldsOf<typeof episodeSchema>(response, {
    ...stored,
    viewsBefore: stored.views,
  })
  const viewsBefore = field("viewsBefore")
  const chaptersBefore = field("chaptersBefore")
  /** A field whose text is not what its value is. */
  const spelled = (name: "people" | "duration" | "links" | "chapters" | "soundbites", text: string) =>
    response ? field(name) : { ...field(name), defaultValue: text }
  const duration = spelled("duration", stored.duration ? formatTime(stored.duration) : "")
  const parts = {
    title: <TextField label="Titre" {...field("title")} required />,
    guest: <TextField label="Invité" {...field("guest")} required />,
    hasNoGuest: <CheckboxField label="Épisode sans invité" {...tick("hasNoGuest")} />,
    description: <MarkdownField label="Description" {...field("description")} rows={isCard ? 4 : 10} />,
    youtube: (
      <TextField
        label="URL YouTube"
        {...field("youtubeUrl")}
        type="url"
        placeholder="https://www.youtube.com/watch?v=…"
      />
    ),
    spotify: (
      <TextField
        label="URL Spotify"
        {...field("spotifyUrl")}
        type="url"
        placeholder="https://open.spotify.com/episode/…"
      />
    ),
    picture: (
      <ImageField
        label="URL de la miniature"
        {...field("thumbnailUrl")}
        help="L’image de l’épisode, sur les cartes, sur sa page et quand on partage celle-ci."
        fallback={value("guest") || value("title")}
      />
    ),
    views: (
      <>
        {edited && <input type="hidden" name={viewsBefore.name} value={viewsBefore.defaultValue} />}
        <TextField
          label="Vues"
          {...field("views")}
          type="number"
          min={0}
          help="Le nombre de vues affiché. Recopiez-y celui de la vidéo si vous voulez : chaque visite de la page s’y ajoute ensuite."
        />
      </>
    ),
    sound: <EpisodeSound sound={field("audioUrl")} durationField={duration.name} note={soundNote} />,
    day: <DateField label="Date de publication" {...field("publicationDay")} />,
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
          <Link to={`/admin/episodes/new?copy=${edited.id}`} className="underline">
            Dupliquer
          </Link>
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
          {...{ undescribed, transcript }}
          form={FIELDS}
        />
      }
    >
      {isCard ? (
        <>
          {parts.title}
          <div className="grid content-start gap-1">
            {parts.guest}
            {edited?.hasNoGuest && parts.hasNoGuest}
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
            <SwitchField label="Publier l’épisode" {...tick("isPublished")} />
          </ForPublishers>
        </>
      ) : (
        <FormTabs
          tabs={[
            {
              label: "Épisode",
              content: (
                <>
                  {parts.sound}
                  {parts.title}
                  <div className="form-pair">
                    <div className="grid content-start gap-1">
                      {parts.guest}
                      {parts.hasNoGuest}
                    </div>
                    <PeopleField
                      label="Personnes invitées"
                      {...spelled("people", writePeople(stored.people ?? []))}
                      guestField={field("guest").name}
                      known={known}
                    />
                  </div>
                  <TextField label="Accroche" {...field("subtitle")} />
                  {parts.description}
                  <div className="form-pair">
                    {parts.picture}
                    <div className="grid content-start gap-5">
                      {parts.day}
                      <TextField
                        label="Heure de publication"
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
                    sources={chapterSources}
                    descriptionField={field("description").name}
                  />
                </>
              ),
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
                    <TextField label="Saison" {...field("season")} type="number" min={1} />
                    <TextField
                      label="Numéro"
                      {...field("number")}
                      type="number"
                      min={1}
                      hint="Vide : le prochain de la saison, à la première publication."
                      help="C’est le rang de l’épisode, montré avec la saison sur l’affiche. Il s’écrit aussi à la main, par exemple pour reprendre la numérotation d’un flux."
                    />
                    <SelectField
                      label="Type d’épisode"
                      help="Les applications de podcast rangent à part les bandes-annonces et les bonus, qui n’ont pas de numéro d’office."
                      {...field("type")}
                      options={TYPES}
                    />
                    <SelectField label="Commentaires" {...field("commentsOpen")} options={COMMENTS} />
                    <TextField
                      label="Durée"
                      {...duration}
                      placeholder="1:02:03"
                      hint="1:02:03, ou en minutes. Vide : celle du son, s’il est dans la médiathèque."
                    />
                    {parts.views}
                  </div>
                  <CheckboxField label="Contenu explicite" {...tick("isExplicit")} />
                  <TextArea
                    label="Crédits"
                    {...field("credits")}
                    rows={2}
                    hint="Qui l’a fait. Par exemple, Montage : **Sam**"
                  />
                  <TextArea
                    label="Liens"
                    {...spelled("links", writeLinks(stored.links ?? []))}
                    rows={3}
                    hint="Un par ligne : ce qu’il est, puis son adresse. Le site de l’invité https://…"
                  />
                </>
              ),
            },
          ]}
        >
          {edited && (
            <Link to={`/admin/transcripts?episode=${edited.id}`} className="section-tab">
              Transcription
            </Link>
          )}
        </FormTabs>
      )}
    </ManagerForm>
  )
}

type EpisodeSoundProps = { sound: BoundField; durationField: string; note: string }

/** An episode's sound; how long one of the library lasts it says by itself. */
function EpisodeSound({ sound, durationField, note }: EpisodeSoundProps) {
  const around = useRef<HTMLDivElement>(null)
  const fillDuration = (milliseconds: number | null) => {
    const input = around.current?.closest("form")?.elements.namedItem(durationField)
    if (!(input instanceof HTMLInputElement) || milliseconds === null) return
    input.value = formatTime(Math.round(milliseconds / 1_000))
    // A script's change is silent: tell the form, as typing would.
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return (
    <div ref={around}>
      <SoundField
        label="Son de l’épisode"
        {...sound}
        hint={note}
        onTaken={({ durationMs }) => fillDuration(durationMs)}
      />
    </div>
  )
}
