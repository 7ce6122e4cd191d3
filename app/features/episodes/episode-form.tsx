import type { FormAnswer } from "#app/http/responses.server.ts"
import type { ListView } from "#app/content/list-view.ts"
import { DateField } from "#app/form/date-field.tsx"
import { TextField } from "#app/form/field.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { ImageField } from "#app/form/image-field.tsx"
import { MarkdownField } from "#app/form/markdown-field.tsx"
import { CheckboxField, SwitchField } from "#app/form/checkbox-field.tsx"
import { fieldValues, ManagerForm } from "#app/content/manager-form.tsx"

type Props = {
  edited: { id: number; version: number; views: number; publicationDay: string } | null
  today: string
  answer: FormAnswer | null | undefined
  path: string
  view: ListView
}

export function EpisodeForm({ edited, today, answer, path, view }: Props) {
  const stored = edited ?? { views: 0, publicationDay: today, isPublished: true }
  const { errors, value, isTicked } = fieldValues({ ...stored, viewsBefore: stored.views }, answer)
  return (
    <ManagerForm
      title={edited ? "Modifier l'épisode" : "Nouvel épisode"}
      edited={edited}
      answer={answer}
      submitLabel={edited ? "Mettre à jour" : "Créer l’épisode"}
      path={path}
      view={view}
    >
      <div className="form-pair">
        <TextField label="Titre" name="title" required defaultValue={value("title")} error={errors.title} />
        <div className="grid content-start gap-1">
          <TextField
            label="Invité"
            name="guest"
            required
            defaultValue={value("guest")}
            error={errors.guest}
          />
          <CheckboxField
            label="Épisode sans invité"
            name="hasNoGuest"
            defaultChecked={isTicked("hasNoGuest")}
            error={errors.hasNoGuest}
          />
        </div>
      </div>
      <MarkdownField
        label="Description"
        name="description"
        rows={4}
        defaultValue={value("description")}
        error={errors.description}
      />
      <div className="form-pair">
        <TextField
          label="URL YouTube"
          name="youtubeUrl"
          type="url"
          placeholder="https://www.youtube.com/watch?v=…"
          defaultValue={value("youtubeUrl")}
          error={errors.youtubeUrl}
        />
        <TextField
          label="URL Spotify"
          name="spotifyUrl"
          type="url"
          placeholder="https://open.spotify.com/episode/…"
          defaultValue={value("spotifyUrl")}
          error={errors.spotifyUrl}
        />
        <ImageField
          label="URL de la miniature"
          name="thumbnailUrl"
          defaultValue={value("thumbnailUrl")}
          standIn={value("guest") || value("title")}
          error={errors.thumbnailUrl}
        />
        <div className="grid content-start gap-5">
          {edited && <HiddenFields fields={{ viewsBefore: value("viewsBefore") }} />}
          <TextField
            label="Vues"
            name="views"
            type="number"
            min={0}
            defaultValue={value("views")}
            error={errors.views}
          />
          <DateField
            label="Date de publication"
            name="publicationDay"
            defaultValue={value("publicationDay")}
            error={errors.publicationDay}
          />
        </div>
      </div>
      <div className="form-pair">
        <TextField
          label="Saison"
          name="season"
          type="number"
          min={1}
          defaultValue={value("season")}
          error={errors.season}
        />
        <TextField
          label="Numéro (round)"
          name="number"
          type="number"
          min={1}
          hint="Vide : le prochain de la saison, à la première publication."
          defaultValue={value("number")}
          error={errors.number}
        />
      </div>
      <SwitchField
        label="Publier l’épisode"
        name="isPublished"
        defaultChecked={isTicked("isPublished")}
        error={errors.isPublished}
      />
    </ManagerForm>
  )
}
