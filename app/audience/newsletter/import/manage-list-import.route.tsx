import { data, Link } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
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
import { formatLongTime, toDay } from "#app/kit/lib/dates.ts"
import type { ImportState } from "#app/kit/lib/newsletter.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import { SUBSCRIBERS } from "../subscriber-list.ts"
import type { Route } from "./+types/manage-list-import.route"
import { ImportPreview } from "./import-preview.tsx"
import { IMPORT_PATH, IMPORT_STATES_SAID, TITLE, undoQuestion } from "./import.copy.ts"
import { listImportIntents, MAX_PASTED } from "./import.schema.ts"
import {
  discardImport,
  findImport,
  listImports,
  rememberImport,
  startImport,
  undoImport,
} from "./imports.server.ts"
import { ListForm } from "./list-form.tsx"
import { readList } from "./read-list.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("id")
  const id = asked === null ? undefined : (parseId(asked) ?? 0)
  const { value, failed } = await loadOr(
    Promise.all([
      id === undefined ? null : findImport(id),
      listImports(),
      findAsked(
        url,
        {
          undo: async (parameters) =>
            (await findImport(parseId(parameters.get("id") ?? "") ?? 0)) && undoQuestion(id ?? 0),
        },
        "Import non trouvé",
      ),
    ]),
    null,
  )
  const [found, imports, question] = value ?? [null, [], null]
  if (found === undefined)
    throw data({ title: "Import non trouvé", backTo: IMPORT_PATH, backLabel: TITLE }, { status: 404 })
  return data(
    {
      found,
      question,
      failed,
      today: toDay(new Date()),
      imports: imports.map(({ createdAt, ...row }) => ({ ...row, createdOn: formatLongTime(createdAt) })),
    },
    { status: failed ? 503 : 200 },
  )
}

/** Whoever brings people along says where they agreed; that, and taking them back, waits for re-authentication. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, MAX_PASTED)
  const asked = parseIntent(form, listImportIntents)
  const { values } = form
  if (["start", "remember", "undo"].includes(asked.intent)) await requireReauthentication(context, form)
  if (!asked.ok) return respondInvalid(asked)
  return orElse(
    async () => {
      switch (asked.intent) {
        case "paste": {
          const answer = await readList(new Blob([asked.value.list]).stream())
          if ("id" in answer) return redirectTo(`${IMPORT_PATH}?id=${answer.id}`, 303)
          return respondInvalid({ values, errors: { list: answer.problem } })
        }
        case "start": {
          const outcome = await startImport(asked.value, values)
          if (outcome === "too-many") return respondInvalid({ values, errors: { mode: TOO_MANY } })
          if (outcome === "missing") return respondFailure(values, GONE, 409)
          return redirectWithToast(`${IMPORT_PATH}?id=${asked.value.id}`, {
            kind: "success",
            title: "L’import commence",
          })
        }
        case "remember":
          if ((await rememberImport(asked.value.id)) !== "started") return respondToastFailure(GONE, 409)
          return redirectWithToast(`${IMPORT_PATH}?id=${asked.value.id}`, {
            kind: "success",
            title: "Le site retient à qui ne plus écrire",
          })
        case "discard":
          if (!(await discardImport(asked.value.id))) return respondToastFailure(GONE, 404)
          return redirectWithToast(IMPORT_PATH, { kind: "success", title: "Liste écartée" })
        case "undo":
          if (!(await undoImport(asked.value.id))) return respondToastFailure(GONE, 404)
          return redirectWithToast(`${IMPORT_PATH}?id=${asked.value.id}`, {
            kind: "success",
            title: "Import annulé",
          })
      }
    },
    () => respondFailure(values, "Impossible d’importer cette liste. Réessayez dans un instant."),
  )
}

const GONE = "Cette liste n’attend plus : elle a été importée, écartée ou annulée entre-temps."
const TOO_MANY =
  "On ne peut demander confirmation qu’à 100 000 personnes à la fois : partagez la liste en plusieurs"

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["paste", "start"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ManageListImport({ loaderData, actionData }: Route.ComponentProps) {
  const { found, imports, question, failed, today } = loaderData
  const response = actionData ?? undefined
  return (
    <ManagerPage title={TITLE} action={{ to: SUBSCRIBERS.path, label: "Abonnés" }} question={question}>
      {failed && <FailureNotice what="Impossible de charger les imports" />}
      {found?.siteImport && (
        <p>
          Cette liste est venue avec d’autres contenus, qui attendent encore vos choix&nbsp;:{" "}
          <Link to={`/admin/import/${found.siteImport}`} className="underline">
            y revenir
          </Link>
          .
        </p>
      )}
      {!failed && !found && <ListForm response={response} />}
      {found?.state === "read" && "counts" in found && (
        <ImportPreview found={found} response={response} today={today} />
      )}
      {found && found.state !== "read" && <ImportProgress found={found} />}
      {imports.length > 0 && <ImportList imports={imports} />}
    </ManagerPage>
  )
}

type ImportListProps = {
  imports: { id: number; name: string; state: ImportState; addedCount: number; createdOn: string }[]
}

/** The lists that were brought along so far. */
function ImportList({ imports }: ImportListProps) {
  return (
    <Panel title="Imports">
      <ul>
        {imports.map(({ id, name, state, addedCount, createdOn }) => (
          <li key={id} className="border-t border-rule py-2 first:border-t-0">
            <Link
              to={`${IMPORT_PATH}?id=${id}`}
              className="inline-flex min-h-11 items-center underline wrap-anywhere"
            >
              {name || "Liste collée"}, {createdOn}
            </Link>
            <p className="text-sm text-paper-ink">
              {IMPORT_STATES_SAID[state]}
              {addedCount > 0 &&
                ` : ${addedCount.toLocaleString("fr-FR")} ${addedCount > 1 ? "ajoutées" : "ajoutée"}`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Props = {
  found: {
    id: number
    name: string
    state: ImportState
    origin: string
    agreedOn: string | null
    isConfirmed: boolean
    addedCount: number
    isRemembered: boolean
    rememberedCount: number
    left?: number
    confirmedCount?: number
  }
}

/** How far an import is, or what became of it. */
function ImportProgress({ found }: Props) {
  const { id, name, state, origin, agreedOn, isConfirmed, addedCount, left = 0, confirmedCount = 0 } = found
  const { isRemembered, rememberedCount } = found
  useRefresh(state === "running" ? 2_000 : null)
  const added = `${addedCount.toLocaleString("fr-FR")} ${addedCount > 1 ? "personnes ajoutées" : "personne ajoutée"}`
  return (
    <Panel title={name || "Liste collée"}>
      <div role="status">
        <p className="font-semibold">
          {IMPORT_STATES_SAID[state]}
          {agreedOn && `\u00a0: ${added}`}
          {state === "running" && `, ${left.toLocaleString("fr-FR")} à voir encore`}
          {state === "done" &&
            agreedOn &&
            !isConfirmed &&
            `, dont ${confirmedCount.toLocaleString("fr-FR")} ont confirmé`}
          .
        </p>
        {isRemembered && (
          <p>
            {rememberedCount.toLocaleString("fr-FR")}{" "}
            {rememberedCount > 1 ? "adresses retenues" : "adresse retenue"} : le site ne leur écrira plus.
          </p>
        )}
        {state === "undone" && (
          <p>
            Les personnes ajoutées sont retirées de la liste, sauf celles qui ont confirmé ou se sont
            désabonnées depuis{isRemembered && " ; ce que la liste disait des autres est oublié"}.
          </p>
        )}
      </div>
      {agreedOn && (
        <p className="mt-3 max-w-[75ch] wrap-anywhere">
          {isConfirmed
            ? "Vous avez attesté qu’elles avaient confirmé."
            : "Chacune reçoit un e-mail qui lui demande de confirmer."}{" "}
          Accord : « {origin} », {agreedOn.split("-").toReversed().join("/")} au plus tard.
        </p>
      )}
      <div className="row-actions mt-5">
        {state === "running" && (
          <Link to="" className="office-button">
            Actualiser
          </Link>
        )}
        <Link to={`${SUBSCRIBERS.path}?origine=import`} className="office-button">
          Voir les abonnés importés
        </Link>
        {state !== "undone" && <ConfirmButton label="Annuler l’import" icon="undo" {...undoQuestion(id)} />}
      </div>
    </Panel>
  )
}
