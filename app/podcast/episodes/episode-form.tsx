import { useRef } from "react"
import { Link } from "react-router"
import { LetterLink } from "#app/content/letter-link.tsx"
import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { CheckboxField, SwitchField } from "#app/kit/form/checkbox-field.tsx"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField, TextArea, TextField } from "#app/kit/form/field.tsx"
import { type BoundField, fieldsOf } from "#app/kit/form/fields-of.ts"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { SoundField } from "#app/kit/form/sound-field.tsx"
import { writeChapters } from "#app/kit/lib/chapters.ts"
import { writeSoundbites } from "#app/kit/lib/soundbites.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { ChaptersField, type ChapterSources } from "../chapters/chapters-field.tsx"
import { SoundbitesField } from "../chapters/soundbites/soundbites-field.tsx"
import { writePeople } from "../guests/names.ts"
import { type KnownPerson, PeopleField } from "../guests/people-field.tsx"
import { formatTime } from "../player/times.ts"
import type { Undescribed } from "./checklist.ts"
import type { episodeSchema, EpisodeForm as Values } from "./episode-form.schema.ts"
import { writeLinks } from "./episode-links.ts"
import { COMMENT_CHOICES, COMMENT_LABELS, EPISODE_TYPES, TYPE_LABELS } from "./episodes.schema.ts"
import { PublishChecklist } from "./publish-checklist.tsx"

type Props = ManagedForm<typeof episodeSchema> & {
  today: string
  /** What a new episode begins with. */
  copied: Partial<Values> | null
  /** What is known of the stored sound, in words. */
  soundNote: string
  known: KnownPerson[]
  undescribed: Undescribed[]
  chapterSources: ChapterSources
}

const TYPES = EPISODE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))
const COMMENTS = COMMENT_CHOICES.map((value) => ({ value, label: COMMENT_LABELS[value] }))

export function EpisodeForm(given: Props) {
  const { today, copied, soundNote, known, undescribed, chapterSources, ...props } = given
  const { edited, response } = props
  const stored = edited ?? { views: 0, publicationDay: today, isPublished: true, ...copied }
  const { field, tick, value } = fieldsOf<typeof episodeSchema>(response, {
    ...stored,
    viewsBefore: stored.views,
  })
  const viewsBefore = field("viewsBefore")
  const chaptersBefore = field("chaptersBefore")
  /** A field whose text is not what its value is. */
  const spelled = (name: "people" | "duration" | "links" | "chapters" | "soundbites", text: string) =>
    response ? field(name) : { ...field(name), defaultValue: text }
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l'épisode" : "Nouvel épisode"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’épisode"}
      beside={
        edited && (
          <>
            <Link to={`/admin/episodes?copy=${edited.id}`} className="office-button">
              <Icon name="copy" />
              Dupliquer
            </Link>
            <Link to={`/admin/transcripts?episode=${edited.id}`} className="office-button">
              <Icon name="captions" />
              Transcription
            </Link>
            <LetterLink of="episode" id={edited.id} />
          </>
        )
      }
    >
      <div className="form-pair">
        <TextField label="Titre" {...field("title")} required />
        <div className="grid content-start gap-1">
          <TextField label="Invité" {...field("guest")} required />
          <CheckboxField label="Épisode sans invité" {...tick("hasNoGuest")} />
        </div>
      </div>
      <PeopleField
        label="Personnes invitées"
        {...spelled("people", writePeople(stored.people ?? []))}
        guestField={field("guest").name}
        known={known}
      />
      <TextField label="Accroche" {...field("subtitle")} />
      <MarkdownField label="Description" {...field("description")} rows={4} />
      <SoundFields
        sound={field("audioUrl")}
        duration={spelled("duration", stored.duration ? formatTime(stored.duration) : "")}
        note={soundNote}
      />
      {edited && (
        <input
          type="hidden"
          name={chaptersBefore.name}
          value={chaptersBefore.defaultValue ?? edited.chapters.length}
        />
      )}
      <ChaptersField
        {...spelled("chapters", writeChapters(stored.chapters ?? []))}
        sources={chapterSources}
        descriptionField={field("description").name}
      />
      <SoundbitesField {...spelled("soundbites", writeSoundbites(stored.soundbites ?? []))} />
      <div className="form-pair">
        <TextField
          label="URL YouTube"
          {...field("youtubeUrl")}
          type="url"
          placeholder="https://www.youtube.com/watch?v=…"
        />
        <TextField
          label="URL Spotify"
          {...field("spotifyUrl")}
          type="url"
          placeholder="https://open.spotify.com/episode/…"
        />
        <ImageField
          label="URL de la miniature"
          {...field("thumbnailUrl")}
          help="L’image de l’épisode, sur les cartes, sur sa page et quand on partage celle-ci."
          fallback={value("guest") || value("title")}
        />
        <div className="grid content-start gap-5">
          {edited && <input type="hidden" name={viewsBefore.name} value={viewsBefore.defaultValue} />}
          <TextField
            label="Vues"
            {...field("views")}
            type="number"
            min={0}
            help="Le nombre de vues affiché. Recopiez-y celui de la vidéo si vous voulez : chaque visite de la page s’y ajoute ensuite."
          />
          <DateField label="Date de publication" {...field("publicationDay")} />
          <TextField
            label="Heure de publication"
            {...field("publicationClock")}
            type="time"
            hint="À Paris. Vide : maintenant pour aujourd’hui, minuit pour un autre jour."
          />
        </div>
      </div>
      <div className="form-pair">
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
        <div className="grid items-end">
          <CheckboxField label="Contenu explicite" {...tick("isExplicit")} />
        </div>
      </div>
      <TextArea
        label="Crédits"
        {...field("credits")}
        rows={2}
        hint="Qui l’a fait, en Markdown. Montage : **Sam**"
      />
      <TextArea
        label="Liens"
        {...spelled("links", writeLinks(stored.links ?? []))}
        rows={3}
        hint="Un par ligne : ce qu’il est, puis son adresse. Le site de l’invité https://…"
      />
      <PublishChecklist
        values={{
          thumbnailUrl: value("thumbnailUrl"),
          audioUrl: value("audioUrl"),
          description: value("description"),
        }}
        undescribed={undescribed}
      />
      <SwitchField label="Publier l’épisode" {...tick("isPublished")} />
    </ManagerForm>
  )
}

type SoundFieldsProps = { sound: BoundField; duration: BoundField; note: string }

/** An episode's sound and how long it lasts, which a sound of the library says by itself. */
function SoundFields({ sound, duration, note }: SoundFieldsProps) {
  const fields = useRef<HTMLDivElement>(null)

  const fillDuration = (milliseconds: number | null) => {
    const input = fields.current?.querySelector<HTMLInputElement>(`[name="${duration.name}"]`)
    if (!input || milliseconds === null) return
    input.value = formatTime(Math.round(milliseconds / 1_000))
    // A script's change is silent: tell the form, as typing would.
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }

  return (
    <div ref={fields} className="grid gap-5">
      <SoundField
        label="Son de l’épisode"
        {...sound}
        hint={note}
        onTaken={({ durationMs }) => fillDuration(durationMs)}
      />
      <TextField
        label="Durée"
        {...duration}
        placeholder="1:02:03"
        hint="1:02:03, ou en minutes. Vide : celle du son, s’il est dans la médiathèque."
      />
    </div>
  )
}
