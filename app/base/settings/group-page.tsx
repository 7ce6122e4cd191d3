import { Link, useFetcher } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { type GroupName, GROUPS, SITE_SETTINGS } from "./groups.ts"
import type { GroupForm, ShownSetting } from "./save-settings.server.ts"
import { SettingField } from "./setting-field.tsx"

type Props = {
  group: GroupName
  /** Null where it could not be read. */
  form: GroupForm | null
  response?: FormResponse
  /** What has to be agreed to before the form is saved. */
  agreement?: React.ReactNode
  /** What a group has besides its settings. */
  children?: React.ReactNode
}

/** The id of the form that gives defaults back. */
const RESET = "retablir"

/** The page of a group: its settings in one form, each with its way back to the default. */
export function GroupPage({ group, form, response, agreement, children }: Props) {
  const { title, text } = GROUPS[group]
  const { Form: ResetForm } = useFetcher()
  return (
    <>
      <p>
        <Link to={SITE_SETTINGS} className="inline-flex min-h-11 items-center underline">
          Réglages du site
        </Link>
      </p>
      <h1 className="poster text-poster-sm">{title}</h1>
      <p className="mt-1 max-w-[65ch]">{text}</p>
      <div className="setting-form manager mt-6 grid gap-8">
        {form ? (
          <Panel
            title="Réglages"
            aside={<HistoryLink kind="settings" id={`site-${group}`} subject={title} />}
          >
            <ResetForm id={RESET} method="post" hidden>
              <input type="hidden" name="intent" value="reset" />
            </ResetForm>
            <GroupFields group={group} form={form} response={response} agreement={agreement} />
          </Panel>
        ) : (
          <FailureNotice what="Impossible de charger les réglages" />
        )}
        {children}
      </div>
    </>
  )
}

function GroupFields({
  group,
  form,
  response,
  agreement,
}: Pick<Props, "group" | "response" | "agreement"> & { form: GroupForm }) {
  const { settings, fields } = form
  const values = response?.values ?? fields
  const free = settings.filter(({ fixedBy }) => !fixedBy).map(({ name }) => name)
  return (
    <EditForm response={response} aria-label={GROUPS[group].title}>
      <HiddenFields
        fields={{
          intent: "save",
          basis: response?.values.basis || form.basis,
          fields: free.join(","),
        }}
      />
      {agreement}
      {settings.map((setting) => (
        <SettingBlock
          // Filled anew when it has another value than before, whatever is typed in the others.
          key={setting.name + JSON.stringify(valuesOf(setting.name, fields))}
          setting={setting}
          values={values}
          errors={response?.errors ?? {}}
        />
      ))}
      <div className="setting-actions">
        <SubmitButton pendingText="Enregistrement...">Enregistrer</SubmitButton>
      </div>
    </EditForm>
  )
}

function valuesOf(name: string, fields: Record<string, string>) {
  return Object.entries(fields).filter(([key]) => key === name || key.startsWith(`${name}.`))
}

type SettingBlockProps = {
  setting: ShownSetting
  values: Record<string, string>
  errors: FieldErrors
}

/** One setting: its control, or what the server was started with, and its way back to the default. */
function SettingBlock({ setting, values, errors }: SettingBlockProps) {
  const { name, label, isSet, fixedBy, defaultText } = setting
  return (
    <div id={`reglage-${name}`} className="scroll-mt-4">
      {fixedBy ? (
        <Fixed setting={setting} value={values[name] ?? ""} />
      ) : (
        <SettingField setting={setting} values={values} errors={errors} />
      )}
      {isSet && !fixedBy && (
        <details className="mt-1 text-sm text-paper-ink">
          <summary className="inline-flex min-h-8 cursor-pointer items-center underline">
            Valeur par défaut<span className="sr-only"> : {label}</span>
          </summary>
          <p className="my-1 max-h-40 overflow-y-auto whitespace-pre-line">{defaultText || "vide"}</p>
          <button type="submit" form={RESET} name="name" value={name} className="office-button">
            Rétablir<span className="sr-only"> : {label}</span>
          </button>
        </details>
      )}
    </div>
  )
}

function Fixed({
  setting: { label, fixedBy, field, hasSecret },
  value,
}: {
  setting: ShownSetting
  value: string
}) {
  const option = "options" in field ? field.options.find((one) => one.value === value)?.label : undefined
  const shown = hasSecret ? "••••••" : (option ?? value) || "—"
  return (
    <div>
      <p className="mb-1 font-semibold">{label}</p>
      <p className="fixed-setting">{shown}</p>
      <p className="mt-1 text-sm text-paper-ink">
        Fixé par le serveur (<code>{fixedBy}</code>) : il faut l’y changer.
      </p>
    </div>
  )
}
