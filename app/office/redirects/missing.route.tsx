import { Link } from "react-router"
import { MISSING_PATH, PATH } from "#app/base/redirects/redirects.copy.ts"
import { missingIntents } from "#app/base/redirects/redirects.schema.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import type { Route } from "./+types/missing.route"
import { clearMissing, countMissing, listMissing, setIgnored } from "./manage-missing.server.ts"

/** The parameter and the value under which ignored addresses are listed. */
const BOX = "dossier"
const IGNORED = "ignorees"

type Fields = Asking<typeof missingIntents>

const CLEARING: Question = {
  question: "Vider la liste des adresses introuvables ?",
  detail: "Celles que l’on demandera encore y reviendront. Les adresses ignorées restent ignorées.",
  confirmLabel: "Vider la liste",
  fields: { intent: "clear" } satisfies Fields,
}

export async function loader({ url }: Route.LoaderArgs) {
  const areIgnored = url.searchParams.get(BOX) === IGNORED
  const { rows, ...page } = await loadList(url, {
    filterNames: [BOX],
    list: ({ search, limit, offset }) => listMissing({ search, limit, offset, areIgnored }),
    measure: async ({ search }, most) => ({ total: await countMissing({ search, areIgnored }, most) }),
    cannotLoad: "Impossible de charger les adresses introuvables",
  })
  return respondWithList({
    ...page,
    areIgnored,
    question: await findAsked(url, { clear: () => CLEARING }, "Adresse non trouvée"),
    rows: rows.map(({ lastSeenAt, ...row }) => ({ ...row, lastSeen: formatLongTime(lastSeenAt) })),
  })
}

const CANNOT = "Impossible de modifier cette adresse"

export async function action({ request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), missingIntents)
  if (!asked.ok) return respondToastFailure(CANNOT, 400)
  if (asked.intent === "clear")
    return respondToClick(
      async () => (await clearMissing()) >= 0 && "Liste vidée",
      "Impossible de vider la liste",
      MISSING_PATH,
    )
  const { id } = asked.value
  const isIgnored = asked.intent === "ignore"
  return respondToClick(
    async () =>
      (await setIgnored(id, isIgnored)) && (isIgnored ? "Adresse ignorée" : "Adresse remise dans la liste"),
    CANNOT,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Adresses introuvables")
}

export default function Missing({ loaderData }: Route.ComponentProps) {
  const { rows, areIgnored, question, ...list } = loaderData
  return (
    <ManagerPage
      title="Adresses introuvables"
      action={{ to: PATH, label: "Redirections" }}
      question={question}
    >
      <ManagerList
        {...list}
        title={areIgnored ? "Adresses ignorées" : "Demandées en vain"}
        isPlain
        path={MISSING_PATH}
        nouns={["adresse", "adresses"]}
        searchLabel="Rechercher une adresse"
        emptyText={
          areIgnored
            ? "Aucune adresse ignorée."
            : "Aucune : personne n’a demandé en vain une page de ce site."
        }
        aside={
          <div className="flex flex-wrap gap-2">
            <Link
              to={areIgnored ? MISSING_PATH : `${MISSING_PATH}?${BOX}=${IGNORED}`}
              className="office-button"
            >
              {areIgnored ? "Demandées en vain" : "Ignorées"}
            </Link>
            {!areIgnored && list.total > 0 && (
              <ConfirmButton label="Vider la liste" icon="trash" {...CLEARING} />
            )}
          </div>
        }
      >
        <ul className="list-rows">
          {rows.map((row) => (
            <MissingRow key={row.id} row={row} areIgnored={areIgnored} />
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}

type Row = Route.ComponentProps["loaderData"]["rows"][number]

function MissingRow({ row: { id, path, hits, lastSeen }, areIgnored }: { row: Row; areIgnored: boolean }) {
  return (
    <ListRow
      subject={path}
      title={path}
      facts={`${hits.toLocaleString("fr-FR")} fois · dernière fois le ${lastSeen}`}
      action={
        <Link to={`${PATH}?${new URLSearchParams({ source: path })}`} className="office-button">
          Rediriger
          <span className="sr-only"> : {path}</span>
        </Link>
      }
      more={
        <ActionButton
          label={areIgnored ? "Ne plus ignorer" : "Ignorer"}
          icon={areIgnored ? "eye" : "eye-off"}
          subject={path}
          className="item-link"
          fields={{ intent: areIgnored ? "heed" : "ignore", id: String(id) } satisfies Fields}
        />
      }
    />
  )
}
