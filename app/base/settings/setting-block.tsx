import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import type { ShownSetting } from "./save-settings.server.ts"
import { SettingField } from "./setting-field.tsx"

type Props = {
  setting: ShownSetting
  values: Record<string, string>
  errors: FieldErrors
  /** The id of the form that gives defaults back. */
  resetForm: string
}

/** One setting: its control, or what the server was started with, and its way back to the default. */
export function SettingBlock({ setting, values, errors, resetForm }: Props) {
  const { name, label, isSet, fixedBy, defaultText } = setting
  return (
    <div id={`reglage-${name}`} className="scroll-mt-28">
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
          <button type="submit" form={resetForm} name="name" value={name} className="office-button">
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
