import { useEffect, useRef } from "react"
import { Link, useFetcher, useLocation } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { groupAddress, type GroupName, GROUPS, pageOf } from "./groups.ts"
import { SHOWN_ON } from "./preview.ts"
import type { GroupForm, ShownSetting } from "./save-settings.server.ts"
import { SettingField } from "./setting-field.tsx"
import { SitePreview } from "./site-preview.tsx"

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
/** The id of what is around the form that is tried in the preview. */
const TRIED = "essaye"

/** The page of a group: its settings in one form, each with its way back to the default, and how the site would look with them. */
export function GroupPage({ group, form, response, agreement, children }: Props) {
  const { title, text } = GROUPS[group]
  const shownOn = SHOWN_ON[group]
  return (
    <>
      <GroupHead group={group} />
      <p className="mt-3 max-w-[65ch] text-paper-ink">{text}</p>
      <div id={TRIED} className="setting-form manager mt-5 grid gap-8">
        <GroupPanel
          {...{ group, form, response, agreement }}
          title={tabsOf(group).length < 2 ? "Réglages" : title}
        />
        {form && shownOn && <SitePreview key={form.basis} group={group} pages={shownOn} around={TRIED} />}
        {children}
      </div>
    </>
  )
}

/** The settings of a group in one form, with `children` above them. */
export function GroupPanel({ group, form, response, agreement, title, children }: Props & { title: string }) {
  const { Form: ResetForm } = useFetcher()
  if (!form) return <FailureNotice what="Impossible de charger les réglages" />
  return (
    <Panel
      title={title}
      aside={<HistoryLink kind="settings" id={`site-${group}`} subject={GROUPS[group].title} />}
    >
      <ResetForm id={RESET} method="post" hidden>
        <input type="hidden" name="intent" value="reset" />
      </ResetForm>
      {children}
      <GroupFields group={group} form={form} response={response} agreement={agreement} />
    </Panel>
  )
}

const isTab = (group: GroupName) => "isTab" in GROUPS[group]
const tabsOf = (group: GroupName): readonly GroupName[] => (isTab(group) ? [] : (pageOf(group)?.groups ?? []))

/** The page that the group is part of, with the page's other groups as tabs; a tab of another entry has those above it. */
function GroupHead({ group }: { group: GroupName }) {
  const tabs = tabsOf(group)
  const title = (isTab(group) ? undefined : pageOf(group)?.title) ?? GROUPS[group].title
  return (
    <>
      <h1 className="poster text-poster-sm">{title}</h1>
      {tabs.length > 1 && (
        <nav aria-label={title} className="form-tabs mt-2">
          {tabs.map((name) => (
            <Link
              key={name}
              to={groupAddress(name)}
              aria-current={name === group ? "page" : undefined}
              className="section-tab"
            >
              {GROUPS[name].title}
            </Link>
          ))}
        </nav>
      )}
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
  const errors = response?.errors ?? {}
  const hidden = settings.filter(({ isAdvanced }) => isAdvanced)
  const blockOf = (setting: ShownSetting) => (
    <SettingBlock
      // Filled anew when it has another value than before, whatever is typed in the others.
      key={setting.name + JSON.stringify(valuesOf(setting.name, fields))}
      setting={setting}
      values={values}
      errors={errors}
    />
  )
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
      {settings.filter(({ isAdvanced }) => !isAdvanced).map(blockOf)}
      {hidden.length > 0 && (
        <Advanced
          names={hidden.map(({ label }) => label)}
          isWrong={hidden.some(({ name }) => valuesOf(name, errors).length > 0)}
        >
          {hidden.map(blockOf)}
        </Advanced>
      )}
      <div className="setting-actions">
        <SubmitButton pendingText="Enregistrement...">Enregistrer</SubmitButton>
      </div>
    </EditForm>
  )
}

type AdvancedProps = { names: string[]; isWrong: boolean; children: React.ReactNode }

/** What few hosts need, closed until it is asked for, led to by its address, or wrong. @param names what is in it */
function Advanced({ names, isWrong, children }: AdvancedProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    const target = document.getElementById(hash.slice(1))
    if (!target || !details.current?.contains(target)) return
    details.current.open = true
    target.scrollIntoView()
  }, [hash])
  return (
    <details ref={details} open={isWrong} className="advanced-settings">
      <summary>
        <span className="flex-none font-semibold">Avancé</span>
        <span className="min-w-0 truncate text-sm text-paper-ink">{names.join(", ")}</span>
      </summary>
      <div className="grid gap-5 pt-4">{children}</div>
    </details>
  )
}

function valuesOf(name: string, fields: FieldErrors) {
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
