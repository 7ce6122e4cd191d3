import { Link } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { can, type Permission } from "#app/kit/lib/rights.ts"
import type { Viewer } from "#app/accounts/auth/viewer.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { DRAFT } from "#app/content/drafts/draft-parameters.ts"
import {
  BINNED_DRAFT,
  type BinReach,
  countBin,
  deleteFromBin,
  findBinned,
  listBin,
  restoreFromBin,
} from "#app/content/bin/bin.server.ts"
import { maxRows, ROWS_PER_PAGE } from "#app/content/lists/list-view.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import { itemAddress } from "#app/content/managed-type.ts"
import { findType, listedTypes } from "#app/content/types.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { orElse, respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { formatAgo } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { removeStoredFiles } from "#app/media/store/stored-files.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Pagination } from "#app/kit/ui/pagination.tsx"
import type { Route } from "./+types/bin.route"
import { binIntents } from "./bin.schema.ts"

type Fields = Asking<typeof binIntents>

export async function loader({ context, url }: Route.LoaderArgs) {
  const now = new Date()
  const { kinds, reach } = reachOf(getViewer(context))
  const { rows, ...page } = await loadList(url, {
    filterNames: ["kind"],
    list: ({ filters, limit, offset }) => listBin(reach, { kind: filters.kind, limit, offset }),
    measure: async ({ filters }) => {
      const counts: Record<string, number> = await countBin(reach)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return { counts, total: filters.kind === undefined ? all : (counts[filters.kind] ?? 0) }
    },
    cannotLoad: "Impossible de charger la corbeille",
  })
  const askDeleting = async (parameters: URLSearchParams) => {
    const found = await findBinned(parseId(parameters.get("id") ?? "") ?? 0, reach)
    return found && deletionOf(found)
  }
  return respondWithList({
    ...page,
    question: await findAsked(url, { delete: askDeleting }, NOT_FOUND),
    days: siteSettings().retention.binDays,
    kinds: kinds.filter(({ kind }) => page.counts?.[kind]).map(({ kind, many }) => ({ kind, many })),
    rows: rows.map(({ kind, deletedAt, deletedBy, id, title }) => ({
      id,
      title,
      kind: kinds.find((one) => one.kind === kind)?.one ?? kind,
      deleted: `supprimé ${formatAgo(deletedAt, now)}${deletedBy ? ` par ${deletedBy}` : ""}`,
    })),
  })
}

/** What somebody may bring back: what they may delete; who may write their own only, what they deleted themselves. */
function reachOf(viewer: Viewer): { kinds: Kind[]; reach: BinReach } {
  const types = listedTypes().map(({ kind, words, permission, owner }): Kind => ({
    kind,
    one: words.singular,
    many: words.plural,
    isOwn: owner && !can(viewer, "writing-all"),
    permission: permission === "writing" ? "publishing" : permission,
  }))
  const all = [...types, OWN_DRAFTS, ...OF_VISITORS]
  const kinds: Kind[] = all.filter(({ permission }) => can(viewer, permission))
  const named = (isOwn: boolean) =>
    kinds.filter((one) => Boolean(one.isOwn) === isOwn).map(({ kind }) => kind)
  return { kinds, reach: { kinds: named(false), ownKinds: named(true), userId: viewer.id } }
}

type Kind = { kind: string; one: string; many: string; permission: Permission; isOwn?: boolean }

const OWN_DRAFTS: Kind = {
  kind: BINNED_DRAFT,
  one: "Brouillon non enregistré",
  many: "Brouillons non enregistrés",
  permission: "writing",
  isOwn: true,
}

const OF_VISITORS: Kind[] = [
  { kind: "comment", one: "Commentaire", many: "Commentaires", permission: "moderation" },
  { kind: "message", one: "Message", many: "Messages", permission: "administration" },
]

export const middleware: Route.MiddlewareFunction[] = [
  guard("moderation", "writing", "publishing", "letters"),
]

export async function action({ context, request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), binIntents)
  if (!asked.ok) return respondToastFailure(NOT_FOUND, 404)
  const { reach } = reachOf(getViewer(context))
  const { id } = asked.value
  if (asked.intent === "delete")
    return respondToClick(async () => {
      const files = await deleteFromBin(id, reach)
      await removeStoredFiles(files ?? [])
      return files && "Supprimé définitivement"
    }, CANNOT_DELETE)
  return orElse(
    async () => {
      const restored = await restoreFromBin(id, reach)
      switch (restored.outcome) {
        case "missing":
          return respondToastFailure(NOT_FOUND, 404)
        case "taken":
          return respondToastFailure(
            `«\u00a0${restored.title}\u00a0» ne peut pas revenir\u00a0: ${restored.kind === "medium" ? SAME_FILE : TAKEN}`,
            409,
          )
        case "orphan":
          return respondToastFailure(
            `«\u00a0${restored.title}\u00a0» ne peut pas revenir\u00a0: ce à quoi il appartenait n’existe plus.`,
            409,
          )
        case "restored":
          return redirectWithToast(placeOf(restored), {
            kind: "success",
            title: "Restauré",
            ...linkTo(restored),
          })
      }
    },
    () => respondToastFailure("Impossible de restaurer", 500),
  )
}

const LISTS_OF_VISITORS: Record<string, string> = {
  comment: "/admin/comments",
  message: "/admin/messages",
}

/** The list that what came back stands in. */
const placeOf = (restored: Restored) =>
  typeOf(restored)?.words.path ?? LISTS_OF_VISITORS[restored.kind] ?? BIN

type Restored = Extract<Awaited<ReturnType<typeof restoreFromBin>>, { outcome: "restored" }>

/** Of a draft that of what it is of. */
const typeOf = ({ kind, draftOf }: Restored) => findType(draftOf?.kind ?? kind)

function linkTo(restored: Restored) {
  const type = typeOf(restored)
  const { itemId, draftOf } = restored
  if (!type) return undefined
  const { path } = type.words
  const to = draftOf
    ? `${itemAddress(path, draftOf.item_id ?? "new")}?${DRAFT}=${itemId}`
    : itemAddress(path, itemId)
  return { link: { to, label: "Ouvrir" } }
}

const TAKEN = "son adresse est prise. Changez-la là où elle sert, puis recommencez."
const SAME_FILE = "le même fichier est déjà dans la médiathèque, envoyé depuis."
const NOT_FOUND = "Ceci n’est plus dans la corbeille"
const CANNOT_DELETE = "Impossible de supprimer"

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Corbeille")
}

export default function Bin({ loaderData }: Route.ComponentProps) {
  const { rows, total, view, failure, question, kinds, days } = loaderData
  const pageCount = Math.ceil(Math.min(total, maxRows(view)) / ROWS_PER_PAGE)
  const chosen = view.filters.kind
  const address = (kind?: string, page = 1) => {
    const parameters = new URLSearchParams({ ...(kind && { kind }), ...(page > 1 && { page: String(page) }) })
    return parameters.size > 0 ? `${BIN}?${parameters}` : BIN
  }
  return (
    <ManagerPage title="Corbeille" question={question}>
      <div>
        <p className="max-w-[75ch]">
          Ce que vous supprimez reste ici {days} jours, avec tout ce qui en dépendait. Le site, lui, l’oublie
          aussitôt.
        </p>
        {kinds.length > 1 && (
          <nav aria-label="Genre" className="list-chips mt-4">
            {[{ kind: undefined, many: "Tout" }, ...kinds].map(({ kind, many }) => (
              <Link
                key={many}
                to={address(kind)}
                className="list-chip"
                aria-current={chosen === kind ? "true" : undefined}
              >
                {many}
              </Link>
            ))}
          </nav>
        )}
        {failure && <FailureNotice what={failure} />}
        {rows.length === 0 && !failure && <p className="py-8 text-center">La corbeille est vide.</p>}
        <ul className="list-rows mt-4">
          {rows.map((row) => (
            <BinnedRow key={row.id} row={row} />
          ))}
        </ul>
        {pageCount > 1 && (
          <div className="mt-5">
            <Pagination
              page={view.page}
              pageCount={pageCount}
              makeAddress={(page) => address(chosen, page)}
            />
          </div>
        )}
      </div>
    </ManagerPage>
  )
}

type Row = Route.ComponentProps["loaderData"]["rows"][number]

function BinnedRow({ row }: { row: Row }) {
  const { id, title, kind, deleted } = row
  const about = `«\u00a0${title}\u00a0»`
  return (
    <li className="work-row">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="text-sm break-words text-paper-ink">
          {kind} · {deleted}
        </p>
      </div>
      <div className="row-actions">
        <ActionButton
          label="Restaurer"
          icon="archive-restore"
          subject={about}
          fields={{ intent: "restore", id: String(id) } satisfies Fields}
        />
        <ConfirmButton label="Supprimer définitivement" icon="trash" subject={about} {...deletionOf(row)} />
      </div>
    </li>
  )
}

function deletionOf({ id, title }: { id: number; title: string }): Question {
  return {
    question: `Supprimer définitivement «\u00a0${title}\u00a0»\u202f?`,
    detail: "Rien ne le ramènera, sauf une sauvegarde.",
    fields: { intent: "delete", id: String(id) } satisfies Fields,
  }
}
