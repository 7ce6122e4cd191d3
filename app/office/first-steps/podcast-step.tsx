import { Fragment } from "react"
import type { ShownSetting } from "#app/base/settings/save-settings.server.ts"
import { SettingField } from "#app/base/settings/setting-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { FIRST_FIELDS, withFound } from "./podcast-fields.ts"
import type { FoundPodcast } from "./read-podcast.server.ts"

type Response = FormResponse & { found?: FoundPodcast }
type Props = {
  settings: ShownSetting[]
  fields: Record<string, string>
  basis: string
  isDone: boolean
  response?: Response
}

/** The podcast's name and look, written by hand or as its feed says them. */
export function PodcastStep({ settings, fields, basis, isDone, response }: Props) {
  const found = response?.found
  const isFeed = response?.values.intent === "read-feed"
  const about = isFeed ? undefined : response
  const typed = found ? { ...withFound(fields, found.fields), feed: found.address } : about?.values
  const isFromFeed = Boolean(typed?.feed)
  const values = typed ?? fields
  const shown = settings.filter(({ name }) => isFromFeed || FIRST_FIELDS.includes(name))
  const free = shown.filter(({ fixedBy }) => !fixedBy)
  const coverUrl = found?.coverUrl ?? about?.values.coverUrl ?? ""
  return (
    <Folded isFolded={isDone && !response}>
      <FeedForm response={isFeed || found ? response : undefined} />
      {found && (
        <p role="status" className="office-alert">
          Ce flux compte <strong>{spellEpisodes(found.episodes)}</strong>. Corrigez ce qui doit l’être, puis
          reprenez ces informations : l’import des épisodes vient ensuite.
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
          <Fragment key={setting.name}>
            <SettingField setting={setting} values={values} errors={about?.errors ?? {}} />
            {setting.name === "cover" && coverUrl && (
              <CopyCover
                coverUrl={coverUrl}
                isAsked={!about || Boolean(found) || about.values.copyCover === "on"}
              />
            )}
          </Fragment>
        ))}
        <div className="form-actions">
          <SubmitButton pendingText="Enregistrement...">
            {isFromFeed ? "Reprendre ces informations" : "Enregistrer"}
          </SubmitButton>
        </div>
      </EditForm>
    </Folded>
  )
}

/** Once it is said it is out of the way. */
function Folded({ isFolded, children }: { isFolded: boolean; children: React.ReactNode }) {
  if (!isFolded) return <div className="grid max-w-3xl gap-4">{children}</div>
  return (
    <details className="max-w-3xl">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
        Corriger ce qui est dit du podcast
      </summary>
      <div className="grid gap-4 pt-2">{children}</div>
    </details>
  )
}

function spellEpisodes(count: number) {
  return `${count.toLocaleString("fr-FR")} ${count > 1 ? "épisodes" : "épisode"}`
}

function FeedForm({ response }: { response?: FormResponse }) {
  const { field } = fieldsOf<{ feed: string }>(response)
  return (
    <details open={Boolean(response)} className="border-b border-rule pb-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Il existe déjà ailleurs : le reprendre de son flux
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

function CopyCover({ coverUrl, isAsked }: { coverUrl: string; isAsked: boolean }) {
  const { tick } = fieldsOf<{ copyCover: boolean }>(null, { copyCover: isAsked })
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
      <img src={coverUrl} alt="Couverture selon le flux" className="size-32 bg-paper-shade object-cover" />
      <CheckboxField
        label="Copier cette couverture dans la médiathèque"
        hint="Elle est reprise si aucune autre n’est choisie ci-dessus."
        {...tick("copyCover")}
      />
    </div>
  )
}
