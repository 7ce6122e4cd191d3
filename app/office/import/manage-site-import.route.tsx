import { data, Form, Link } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import {
  IMPORT_PATH,
  IMPORT_STATES_SAID as LIST_STATES_SAID,
} from "#app/audience/newsletter/import/import.copy.ts"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { NO_SITE } from "#app/kit/lib/imported-tables.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { ProgressBar } from "#app/kit/ui/progress-bar.tsx"
import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import type { Route } from "./+types/manage-site-import.route"
import { ChoicesForm, FoundPanel, LossesPanel } from "./found-panel.tsx"
import { describeList, describeState, undoing } from "./imports.copy.ts"
import { categoryField, importIntents, readFate, readTableForm } from "./imports.schema.ts"
import {
  discardImport,
  findImport,
  type FoundImport,
  pauseImport,
  readTablesAnew,
  resumeImport,
  startImport,
  undoImport,
} from "./imports.server.ts"
import { ReportPanel } from "./report-panel.tsx"
import { TablesPanel } from "./tables/tables-panel.tsx"

const TITLE = "Importer un site"
const ALL = "/admin/import"
/** One for each category, and the others; of up to 50 tables each column that may be chosen. */
const MAX_FIELDS = 1_000

export async function loader({ params, url }: Route.LoaderArgs) {
  const id = parseId(params.id) ?? 0
  const { value, failed } = await loadOr(
    Promise.all([
      findImport(id),
      findAsked(
        url,
        {
          undo: async () => {
            const found = await findImport(id)
            return found && undoing(id, isArchive(found))
          },
        },
        "Import non trouvé",
      ),
    ]),
    null,
  )
  if (value && !value[0])
    throw data({ title: "Import non trouvé", backTo: ALL, backLabel: "Importer" }, { status: 404 })
  const [found, question] = value ?? [undefined, null]
  // Of nothing but a list all that is to be chosen stands on its own page.
  if (found?.isListOnly && found.list && !found.findings?.losses.length)
    throw redirectTo(`${IMPORT_PATH}?id=${found.list.id}`)
  const newsLabels = shownPodcast().texts.categories
  return data({ found, question, failed, newsLabels }, { status: failed ? 503 : 200 })
}

/** Writing a whole site, and taking it back, waits for re-authentication. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request, undefined, MAX_FIELDS)
  const asked = parseIntent(form, importIntents)
  if (["start", "undo"].includes(asked.intent)) await requireReauthentication(context, form)
  if (!asked.ok) return respondInvalid(asked)
  const { values } = form
  const { id } = asked.value
  const here = `${ALL}/${params.id}`
  const said = async (isDone: boolean, title: string, to = here) =>
    isDone ? redirectWithToast(to, { kind: "success", title }) : respondToastFailure(GONE, 409)
  return orElse(
    async () => {
      switch (asked.intent) {
        case "tables":
          return said(
            await readTablesAnew(id, (tables) =>
              tables.map((table, place) => readTableForm(place, table, values)),
            ),
            "Les tableaux sont relus",
          )
        case "start": {
          const { id: _, ...choices } = asked.value
          const found = await findImport(id)
          const categories = (found?.findings?.categories ?? []).flatMap(({ id: category, name }, place) => {
            const fate = readFate(values[categoryField(place)], name)
            return fate ? [[category, fate] as const] : []
          })
          const all = { ...choices, categories: Object.fromEntries(categories) }
          return said(await startImport(id, all), "L’import commence")
        }
        case "pause":
          return said(await pauseImport(id), "Import en pause")
        case "resume":
          return said(await resumeImport(id), "L’import reprend")
        case "discard":
          return said(await discardImport(id), "Import écarté", ALL)
        case "undo":
          return said(await undoImport(id), "L’import est en train d’être défait")
      }
    },
    () => respondFailure(values, "Impossible de continuer cet import. Réessayez dans un instant."),
  )
}

const GONE = "Cet import a changé entre-temps\u00a0: regardez où il en est."

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["start"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ManageSiteImport({ loaderData, actionData }: Route.ComponentProps) {
  const { found, question, failed } = loaderData
  const isMoving = found !== undefined && ["reading", "running", "undoing"].includes(found.state)
  useRefresh(isMoving ? 2_000 : null)
  return (
    <ManagerPage title={TITLE} action={{ to: ALL, label: "Tous les imports" }} question={question}>
      {failed && <FailureNotice what="Impossible de charger cet import" />}
      {found && <State found={found} />}
      {found?.list && <ListPanel list={found.list} isMain={found.isListOnly} />}
      {found?.isListOnly && found.findings && found.findings.losses.length > 0 && (
        <LossesPanel losses={found.findings.losses} />
      )}
      {found?.state === "read" && found.findings && (
        <>
          {found.tables && <TablesPanel id={found.id} tables={found.tables} samples={found.samples} />}
          <FoundPanel found={found.findings} source={found.source} name={found.name} />
          <ChoicesForm
            id={found.id}
            found={found.findings}
            hasList={found.list !== null}
            newsLabels={loaderData.newsLabels}
            response={actionData ?? undefined}
          />
        </>
      )}
      {found?.report && found.state !== "read" && (
        <ReportPanel report={found.report} hasCopies={found.choices?.copies ?? false} />
      )}
    </ManagerPage>
  )
}

/** How far an import is, and what can be done with it. */
function State({ found }: { found: FoundImport }) {
  const { id, name, state, failure, done, left, source, mayUndo, isListOnly, list } = found
  const fields = (intent: keyof typeof importIntents) => ({ intent, id: String(id) })
  const isUnderWay = state === "running" || state === "paused"
  return (
    <Panel title={source && !source.endsWith(NO_SITE) ? new URL(source).host : name}>
      <div role="status">
        <p className="font-semibold">
          {describeState({ state, isListOnly, listState: list?.state ?? null })}
          {isUnderWay && `\u00a0: ${format(done)} sur ${format(done + left)}`}
          {state === "reading" && left > 0 && `\u00a0: ${format(left)} éléments trouvés`}
        </p>
      </div>
      <div className="mt-3 empty:hidden">
        {isUnderWay && (
          <ProgressBar label="Avancement de l’import" value={done} max={Math.max(1, done + left)} />
        )}
        {state === "reading" && <ProgressBar label="Lecture" />}
      </div>
      {failure && (
        <p role="alert" className="office-alert mt-3 font-semibold text-blood-dark">
          {failure}
        </p>
      )}
      {isUnderWay && (
        <p className="mt-2 text-sm text-paper-ink">
          Vous pouvez quitter cette page&nbsp;: l’import continue, même si le site redémarre.
        </p>
      )}
      {source && !source.endsWith(NO_SITE) && (
        <p className="mt-2 text-sm text-paper-ink wrap-anywhere">{name}</p>
      )}
      <div className="row-actions mt-4 empty:hidden">
        {state === "running" && (
          <ActionButton label="Mettre en pause" icon="circle-pause" fields={fields("pause")} />
        )}
        {state === "paused" && (
          <ActionButton label="Reprendre" icon="circle-play" fields={fields("resume")} />
        )}
        {(isUnderWay || (state === "done" && mayUndo)) && (
          <ConfirmButton label="Défaire l’import" icon="undo" {...undoing(id, isArchive(found))} />
        )}
        {["reading", "running", "undoing"].includes(state) && (
          <Link to="" className="office-button" preventScrollReset>
            Actualiser
          </Link>
        )}
        {["reading", "read", "failed"].includes(state) && (
          <Form method="post">
            <HiddenFields fields={fields("discard")} />
            <button type="submit" className="office-button">
              {state === "failed" ? "Effacer" : "Ne rien importer"}
            </button>
          </Form>
        )}
      </div>
      {state === "done" && mayUndo && (
        <p className="mt-2 text-sm text-paper-ink">
          Un import peut être défait pendant sept jours.
          {!isArchive(found) &&
            " Refait avec un nouvel export du même site, il ne reprend que ce qui a changé là-bas et que personne n’a changé ici."}
        </p>
      )}
    </Panel>
  )
}

const isArchive = ({ findings }: FoundImport) => findings?.archive !== undefined

/** The people that came along: on a page of its own hosts say what becomes of them. */
function ListPanel({ list, isMain }: { list: NonNullable<FoundImport["list"]>; isMain: boolean }) {
  const { id, name, state, rows, people } = list
  const isWaiting = state === "read"
  return (
    <Panel title={describeList(people) + (isWaiting ? " attend" : "")}>
      <p className="max-w-[75ch] wrap-anywhere">
        {name}&nbsp;: {format(rows)} {rows > 1 ? "lignes lues" : "ligne lue"}.{" "}
        {isWaiting
          ? "Personne n’est abonné avant que vous ayez dit où et comment ces personnes ont accepté de recevoir vos lettres."
          : `${LIST_STATES_SAID[state]}.`}
      </p>
      <div className="row-actions mt-4">
        <Link
          to={`${IMPORT_PATH}?id=${id}`}
          className={`office-button ${isMain && isWaiting ? "office-button-main" : ""}`}
        >
          {isWaiting ? "Choisir ce qu’elle devient" : "Voir cette liste"}
        </Link>
      </div>
    </Panel>
  )
}

const format = (number: number) => number.toLocaleString("fr-FR")
