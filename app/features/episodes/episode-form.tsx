import { DateField } from "#app/form/date-field.tsx"
import { TextField } from "#app/form/field.tsx"
import { ImageField } from "#app/form/image-field.tsx"
import { MarkdownField } from "#app/form/markdown-field.tsx"
import { CheckboxField, SwitchField } from "#app/form/checkbox-field.tsx"
import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import type { episodeSchema } from "./episode-form.schema.ts"

type Props = ManagedForm<typeof episodeSchema> & { today: string }

export function EpisodeForm({ today, ...props }: Props) {
  const { edited, response } = props
  const stored = edited ?? { views: 0, publicationDay: today, isPublished: true }
  const { field, tick, value } = fieldsOf<typeof episodeSchema>(response, {
    ...stored,
    viewsBefore: stored.views,
  })
  const viewsBefore = field("viewsBefore")
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l'épisode" : "Nouvel épisode"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’épisode"}
    >
      <div className="form-pair">
        <TextField label="Titre" {...field("title")} required />
        <div className="grid content-start gap-1">
          <TextField label="Invité" {...field("guest")} required />
          <CheckboxField label="Épisode sans invité" {...tick("hasNoGuest")} />
        </div>
      </div>
      <MarkdownField label="Description" {...field("description")} rows={4} />
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
          fallback={value("guest") || value("title")}
        />
        <div className="grid content-start gap-5">
          {edited && <input type="hidden" name={viewsBefore.name} value={viewsBefore.defaultValue} />}
          <TextField label="Vues" {...field("views")} type="number" min={0} />
          <DateField label="Date de publication" {...field("publicationDay")} />
        </div>
      </div>
      <div className="form-pair">
        <TextField label="Saison" {...field("season")} type="number" min={1} />
        <TextField
          label="Numéro (round)"
          {...field("number")}
          type="number"
          min={1}
          hint="Vide : le prochain de la saison, à la première publication."
        />
      </div>
      <SwitchField label="Publier l’épisode" {...tick("isPublished")} />
    </ManagerForm>
  )
}
