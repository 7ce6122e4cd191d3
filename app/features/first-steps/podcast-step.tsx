import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { TextField } from "#app/form/field.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import { CheckboxField } from "#app/form/checkbox-field.tsx"
import type { FormResponse } from "#app/http/responses.server.ts"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { SettingField, type ShownSetting } from "../settings/setting-field.tsx"
import { FIRST_FIELDS } from "./podcast-fields.ts"
import type { FoundPodcast } from "./read-podcast.server.ts"

type Response = FormResponse & { found?: FoundPodcast }
type Props = { settings: ShownSetting[]; fields: Record<string, string>; basis: string; response?: Response }

/** The podcast's name and look, written by hand or as its feed says them. */
export function PodcastStep({ settings, fields, basis, response }: Props) {
  const found = response?.found
  const isFeed = response?.values.intent === "read-feed"
  const about = isFeed ? undefined : response
  const typed = found ? { ...fields, ...found.fields, feed: found.address } : about?.values
  const isFromFeed = Boolean(typed?.feed)
  const values = typed ?? fields
  const shown = settings.filter(({ name }) => isFromFeed || FIRST_FIELDS.includes(name))
  const free = shown.filter(({ fixedBy }) => !fixedBy)
  const coverUrl = found?.coverUrl ?? about?.values.coverUrl ?? ""
  return (
    <>
      <FeedForm response={isFeed || found ? response : undefined} />
      {found && (
        <p role="status" className="office-alert">
          Ce flux compte <strong>{found.episodes.toLocaleString("fr-FR")} épisodes</strong>. Corrigez ce qui
          doit l’être, puis reprenez ces informations : l’import des épisodes vient ensuite.
        </p>
      )}
      <EditForm key={found?.address} response={about && !found ? about : undefined} aria-label="Le podcast">
        <HiddenFields
          fields={{
            intent: "save-podcast",
            basis: about?.values.basis || basis,
            fields: free.map(({ name }) => name).join(","),
            ...(typed?.feed && { feed: typed.feed, coverUrl }),
          }}
        />
        {free.map((setting) => (
          <SettingField key={setting.name} setting={setting} values={values} errors={about?.errors ?? {}} />
        ))}
        {coverUrl && <CopyCover coverUrl={coverUrl} />}
        <div className="form-actions">
          <SubmitButton pendingText="Enregistrement...">
            {isFromFeed ? "Reprendre ces informations" : "Enregistrer"}
          </SubmitButton>
        </div>
      </EditForm>
    </>
  )
}

function FeedForm({ response }: { response?: FormResponse }) {
  const { field } = fieldsOf<{ feed: string }>(response)
  return (
    <details open={Boolean(response)} className="border-b border-rule pb-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Il existe déjà ailleurs : le reprendre de son flux
      </summary>
      <EditForm response={response} aria-label="Le flux du podcast">
        <HiddenFields fields={{ intent: "read-feed" }} />
        <TextField
          label="Adresse du flux (RSS)"
          hint="Rien n’est enregistré avant que vous n’ayez vu ce qu’il dit."
          {...field("feed")}
          type="url"
          inputMode="url"
          spellCheck={false}
          placeholder="https://"
        />
        <div>
          <SubmitButton pendingText="Lecture...">Lire le flux</SubmitButton>
        </div>
      </EditForm>
    </details>
  )
}

function CopyCover({ coverUrl }: { coverUrl: string }) {
  const { tick } = fieldsOf<{ copyCover: boolean }>(null, { copyCover: true })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <img src={coverUrl} alt="Couverture que dit le flux" className="size-24 object-cover" loading="lazy" />
      <CheckboxField label="Copier cette couverture dans la médiathèque" {...tick("copyCover")} />
    </div>
  )
}
