import { useRef } from "react"
import { data, Link, useRevalidator, useSearchParams } from "react-router"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { useField } from "#app/kit/form/use-field.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { adminMeta } from "#app/content/admin-meta.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { ProgressBar } from "#app/kit/ui/progress-bar.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import type { Route } from "./+types/manage-import.route"
import { describeState } from "./imports.copy.ts"
import { listImports } from "./imports.server.ts"
import { recogniseFiles } from "./recognise-export.ts"
import { type Sending, useSendExport } from "./use-send-export.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "#app/podcast/feeds-in/feed-limits.ts"
import { describePlan, describeProgress, describeResult } from "#app/podcast/feeds-in/feeds.copy.ts"
import type { ImportMessage } from "#app/podcast/feeds-in/feeds.schema.ts"
import { PreviewPanel } from "#app/podcast/feeds-in/import-preview-panel.tsx"
import { ReportPanel } from "#app/podcast/feeds-in/import-results.tsx"
import { loadFeeds, runFeeds } from "#app/podcast/feeds-in/remembered/manage-feeds.server.ts"
import { RememberOffer } from "#app/podcast/feeds-in/remembered/remember-offer.tsx"
import { RememberedFeeds } from "#app/podcast/feeds-in/remembered/remembered-feeds.tsx"
import { FeedWordsPanel } from "#app/podcast/feeds-in/words/feed-words-panel.tsx"
import { type ImportRequest, useFeedImport } from "#app/podcast/feeds-in/use-feed-import.ts"
import { useImportChoices } from "#app/podcast/feeds-in/use-import-choices.ts"

const TITLE = "Importer"

export async function loader({ url }: Route.LoaderArgs) {
  const [feeds, { value }] = await Promise.all([loadFeeds(url), loadOr(listImports(), [])])
  const imports = value.map(({ createdAt, ...row }) => ({ ...row, createdOn: formatLongTime(createdAt) }))
  return data({ ...feeds.data, imports }, feeds.init ?? undefined)
}

export function action({ context, request }: Route.ActionArgs) {
  return runFeeds(context, request)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ImportFeed({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [parameters] = useSearchParams()
  const found = parameters.get("feed")?.slice(0, 2_000)
  const { state, error, setError, preview, run, cancel } = useFeedImport(() => void revalidate())
  const choices = useImportChoices()
  const exported = useSendExport()
  const region = useRef<HTMLElement>(null)
  const previewed = useRef<ImportRequest["source"]>(undefined)

  const isBusy = state.step === "running" || exported.state !== undefined

  async function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const files = form.getAll("file").filter((file) => file instanceof File && file.name !== "") as File[]
    setError(undefined)
    const kind = await recogniseFiles(files)
    const url = form.get("url")
    const site = typeof url === "string" ? url.trim() : ""
    if (kind === "unaddressed" && site === "") return setError(NEEDS_ADDRESS)
    if (kind !== "feed") return exported.send(files, site)
    const asked = readForm(form)
    if (typeof asked === "string") return setError(asked)
    if (asked.source !== previewed.current) choices.reset()
    previewed.current = asked.source
    preview(asked)
  }

  function leave() {
    region.current?.focus()
    cancel()
  }

  if (loaderData.question) {
    return (
      <ManagerPage title={TITLE} question={loaderData.question}>
        {null}
      </ManagerPage>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">{TITLE}</h1>
        <Link to="/admin/moving" className="office-button">
          Déménager
        </Link>
      </div>
      {loaderData.failure && <FailureNotice what={loaderData.failure} />}
      <RememberedFeeds {...loaderData} />
      <FeedWordsPanel {...loaderData.words} />
      <Panel title="Un podcast, ou un site">
        <noscript>
          <p className="office-alert">
            L’import montre ce qui changerait avant de l’écrire&nbsp;: il lui faut JavaScript. Sans lui, la
            commande <code>npm run import</code> fait de même.
          </p>
        </noscript>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5 noscript:hidden">
          <TextField
            label="Adresse du flux (RSS)"
            {...field("url")}
            defaultValue={found}
            type="url"
            placeholder="https://"
            hint={
              loaderData.interval &&
              `Une fois le flux importé, le site relit cette adresse ${loaderData.interval}.`
            }
          />
          <FileField />
          <CheckboxField
            label="Reprendre aussi les épisodes supprimés ou laissés de côté"
            {...tick("withDeleted")}
          />
          <div>
            <button type="submit" className="office-button office-button-main" aria-disabled={isBusy}>
              Voir ce qui changerait
            </button>
          </div>
          {(error ?? exported.error) && (
            <p role="alert" className="font-semibold text-blood-dark">
              {error ?? exported.error}
            </p>
          )}
        </form>
      </Panel>
      <p role="status" className="sr-only">
        {state.step === "previewed" && describePlan(state.preview)}
        {state.step === "done" && describeResult(state.report)}
      </p>
      {/* Stays while what is in it comes and goes, so that the keyboard's place is not lost with a button. */}
      <section ref={region} tabIndex={-1} aria-label="Suite de l’import" className="outline-none">
        {exported.state && <SendingPanel {...exported.state} onCancel={exported.cancel} />}
        <div key={state.step} ref={state.step === "idle" ? undefined : reveal}>
          {state.step === "running" && <ProgressPanel progress={state.progress} onCancel={leave} />}
          {state.step === "previewed" && (
            <PreviewPanel
              preview={state.preview}
              rows={state.rows}
              choices={choices}
              onRun={(identityKey) => {
                region.current?.focus()
                const { digest } = state.preview
                void run(state.request, { digest, choices: choices.toSend(), identityKey })
              }}
              onCancel={leave}
            />
          )}
          {state.step === "previewed" && (
            <RememberOffer
              preview={state.preview}
              source={state.request.source}
              feeds={loaderData.feeds}
              onRemember={() => void run(state.request, { digest: state.preview.digest })}
            />
          )}
          {state.step === "done" && <ReportPanel report={state.report} />}
        </div>
      </section>
      {loaderData.imports.length > 0 && <ImportList imports={loaderData.imports} />}
    </div>
  )
}

/** On a small screen what comes next is below the form. */
function reveal(node: HTMLElement | null) {
  node?.scrollIntoView({ block: "nearest" })
}

type Listed = Parameters<typeof describeState>[0] & { id: number; name: string; createdOn: string }

/** What was brought along so far. */
function ImportList({ imports }: { imports: Listed[] }) {
  return (
    <Panel title="Derniers imports">
      <ul>
        {imports.map(({ id, name, createdOn, ...states }) => (
          <li key={id} className="border-t border-rule py-2 first:border-t-0">
            <Link
              to={`/admin/import/${id}`}
              className="inline-flex min-h-11 items-center underline wrap-anywhere"
            >
              {name}, {createdOn}
            </Link>
            <p className="text-sm text-paper-ink">{describeState(states)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function SendingPanel({ sent, bytes, isWaiting, onCancel }: Sending & { onCancel: () => void }) {
  return (
    <Panel title="Envoi en cours">
      <div className="grid gap-3">
        <label className="grid gap-2 tabular-nums">
          {isWaiting
            ? "Le réseau ne répond pas\u00a0: l’envoi reprendra de lui-même."
            : `${formatBytes(sent)} sur ${formatBytes(bytes)}`}
          <ProgressBar value={sent} max={bytes} />
        </label>
        <div>
          <button type="button" className="office-button" onClick={onCancel}>
            Annuler
          </button>
        </div>
      </div>
    </Panel>
  )
}

/** What to import, or what is missing (in French). */
function readForm(form: FormData): ImportRequest | string {
  const file = form.get("file")
  const url = form.get("url")
  const withDeleted = form.has("withDeleted")
  if (file instanceof File && file.name !== "") {
    return file.size > MAX_FEED_BYTES ? TOO_LARGE : { source: file, withDeleted }
  }
  return typeof url === "string" && url.trim()
    ? { source: url.trim(), withDeleted }
    : "Indiquez l’adresse d’un flux, ou choisissez un fichier."
}

/** Read in the browser, which sends the file as it is. */
const { field, tick } = fieldsOf<{ url: string; file: string; withDeleted: boolean }>(null)

const NEEDS_ADDRESS =
  "Un export de Ghost ou de Substack ne dit pas l’adresse de son site\u00a0: écrivez-la dans le premier champ, puis recommencez."

function FileField() {
  const hint =
    "Un flux, ou l’export d’un site WordPress (.xml), Medium (.zip), Ghost (.json) ou Substack (.zip), ces deux derniers avec l’adresse du site ci-dessus, des tableaux (.csv, .json), des listes d’abonnés (.csv), des transcriptions (.vtt, .srt), aussi en .gz ou .zip, plusieurs à la fois\u00a0: le site reconnaît ce que c’est. D’un flux en fichier, l’adresse n’est pas lue."
  const { frame, control } = useField({ label: "ou un fichier", hint, ...field("file") })
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        type="file"
        multiple
        accept=".xml,.rss,.json,.csv,.tsv,.txt,.yaml,.vtt,.srt,.gz,.zip,text/xml"
        className="control"
      />
    </FieldFrame>
  )
}

type Progress = Extract<ImportMessage, { phase: string }>

function ProgressPanel({ progress, onCancel }: { progress?: Progress; onCancel: () => void }) {
  const isWriting = progress?.phase === "write"
  const [value, max] = isWriting ? [progress.done, progress.total] : [progress?.bytes, progress?.totalBytes]
  return (
    <Panel title={isWriting ? "Import en cours" : "Lecture en cours"}>
      <div className="grid gap-3">
        <label className="grid gap-2 tabular-nums">
          {progress ? describeProgress(progress) : "Ouverture du flux…"}
          {/* Without a known end the bar only shows that something happens. */}
          <ProgressBar value={max ? value : undefined} max={max || undefined} />
        </label>
        {isWriting ? (
          <p className="text-sm text-paper-ink">
            L’import va jusqu’à son terme, même si vous quittez cette page.
          </p>
        ) : (
          <div>
            <button type="button" className="office-button" onClick={onCancel}>
              Annuler
            </button>
          </div>
        )}
      </div>
    </Panel>
  )
}
