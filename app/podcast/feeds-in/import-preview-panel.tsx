import { useId, useRef, useState } from "react"
import { formatShortDate } from "#app/kit/lib/dates.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { describePlan, describeRow } from "./feeds.copy.ts"
import { FIELD_LABELS, type ImportMessage, type ImportRow } from "./feeds.schema.ts"
import { IdentityChoice } from "./identity/identity-choice.tsx"
import { ItemList } from "./import-results.tsx"
import type { ImportChoices } from "./use-import-choices.ts"

type Props = {
  preview: Extract<ImportMessage, { preview: unknown }>["preview"]
  rows: ImportRow[]
  choices: ImportChoices
  /** @param identityKey of what is taken over of the podcast besides, if so */
  onRun: (identityKey?: string) => void
  onCancel: () => void
}

/** What would change, which of it to take, and the two ways on. */
export function PreviewPanel({ preview, rows, choices, onRun, onCancel }: Props) {
  const total = preview.created + preview.linked + preview.updated
  const unlisted = total - rows.length
  const taken = rows.filter(({ key }) => choices.isTaken(key)).length + (choices.takesAll ? unlisted : 0)
  const { identity } = preview
  const [takesIdentity, setTakesIdentity] = useState(identity?.isOn ?? false)
  const identityKey = takesIdentity ? identity?.key : undefined
  return (
    <Panel title="Ce qui changerait">
      <div className="grid gap-5">
        <p className="font-semibold">{describePlan(preview)}</p>
        {preview.lack && <p className="font-semibold text-blood-dark">{preview.lack}</p>}
        {identity && <IdentityChoice offer={identity} isTaken={takesIdentity} onTake={setTakesIdentity} />}
        <div className="flex flex-wrap items-center gap-3">
          {(total > 0 || identityKey !== undefined) && (
            <button
              type="button"
              className="office-button office-button-main"
              onClick={() => onRun(identityKey)}
            >
              {nameRun(total, taken)}
            </button>
          )}
          <button type="button" className="office-button" onClick={onCancel}>
            Annuler
          </button>
        </div>
        {total === 0 && preview.unchanged > 0 && <p>Le site est à jour&#x202f;: il n’y a rien à importer.</p>}
        {total > 0 && <Selection rows={rows} choices={choices} taken={taken} total={total} />}
        <ItemList title="À vérifier" items={preview.remarks} total={preview.remarkCount} />
        <ItemList title="Éléments ignorés" items={preview.skipped} total={preview.skippedCount} />
      </div>
    </Panel>
  )
}

/** @param total of episodes that could be changed, of which `taken` are */
function nameRun(total: number, taken: number) {
  if (total === 0) return "Reprendre ces informations"
  return taken > 0 ? "Lancer l’import" : "Tout laisser de côté"
}

const ROWS_PER_PAGE = 50

type SelectionProps = Pick<Props, "rows" | "choices"> & { taken: number; total: number }

function Selection({ rows, choices, taken, total }: SelectionProps) {
  const [search, setSearch] = useState("")
  const [page, setPage] = useState(0)
  const list = useRef<HTMLElement>(null)
  const found = search ? rows.filter((row) => isAbout(row, search)) : rows
  const pages = Math.ceil(found.length / ROWS_PER_PAGE)

  function turnTo(next: number) {
    setPage(next)
    list.current?.focus()
    list.current?.scrollIntoView({ block: "start" })
  }

  return (
    <section ref={list} tabIndex={-1} aria-label="Épisodes à importer" className="scroll-mt-4 outline-none">
      <p className="max-w-prose text-sm text-paper-ink">
        Ce que vous décochez est laissé de côté et ne sera plus proposé, et un épisode déjà importé reste tel
        qu’il est. Vérifiez les invités devinés d’après les titres&#x202f;: vos corrections sont gardées.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <label className="min-w-48 flex-1">
          <span className="mb-1 block font-semibold">Chercher dans la liste</span>
          <input
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setPage(0)
            }}
            className="control"
          />
        </label>
        <button type="button" className="office-button" onClick={choices.takeAll}>
          Tout cocher
        </button>
        <button type="button" className="office-button" onClick={choices.takeNone}>
          Tout décocher
        </button>
      </div>
      <p role="status" className="mt-3 font-semibold tabular-nums">
        {format(taken)} sur {format(total)} à prendre
      </p>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {found.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE).map((row) => (
          <ImportRowItem key={row.key} row={row} choices={choices} />
        ))}
      </ul>
      {found.length === 0 && <p className="mt-3">Rien ne correspond.</p>}
      {total > rows.length && (
        <p className="mt-2 text-sm text-paper-ink">
          … et {format(total - rows.length)} de plus, que «&#xa0;Tout cocher&#xa0;» et «&#xa0;Tout décocher
          &#xa0;» prennent ou laissent ensemble.
        </p>
      )}
      {pages > 1 && (
        <nav aria-label="Pages de la liste" className="mt-3 flex items-center justify-between gap-2">
          <Turn to={page - 1} isPossible={page > 0} onTurn={turnTo}>
            <Icon name="chevron-left" />
            Précédent
          </Turn>
          <span className="tabular-nums">
            Page {format(page + 1)} sur {format(pages)}
          </span>
          <Turn to={page + 1} isPossible={page < pages - 1} onTurn={turnTo}>
            Suivant
            <Icon name="chevron-right" />
          </Turn>
        </nav>
      )}
    </section>
  )
}

type TurnProps = {
  to: number
  isPossible: boolean
  onTurn: (page: number) => void
  children: React.ReactNode
}

function Turn({ to, isPossible, onTurn, children }: TurnProps) {
  return (
    <button
      type="button"
      className={`office-button ${isPossible ? "" : "invisible"}`}
      onClick={() => onTurn(to)}
    >
      {children}
    </button>
  )
}

function isAbout({ title, guest }: ImportRow, search: string) {
  return comparable(`${title}\n${guest}`).includes(comparable(search.trim()))
}

function comparable(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}

function format(number: number) {
  return number.toLocaleString("fr-FR")
}

/** One episode of a preview: whether to take it, and its guest to correct. */
function ImportRowItem({ row, choices }: { row: ImportRow; choices: ImportChoices }) {
  const { key, kind, title, guest, publishedAt, fields } = row
  const id = useId()
  const isTaken = choices.isTaken(key)
  const isSeparate = choices.isSeparate(key)
  const asksForGuest = kind !== "link" || isSeparate || fields.includes(FIELD_LABELS.guest)
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[1fr_16rem] lg:items-center">
      <div className="min-w-0">
        <div className="flex min-h-11 items-start gap-3">
          <input
            id={id}
            type="checkbox"
            checked={isTaken}
            onChange={(event) => choices.take(key, event.currentTarget.checked)}
            className="tick mt-2.5"
          />
          <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer pt-2">
            <strong className={`break-words ${isTaken ? "" : "text-paper-ink line-through"}`}>{title}</strong>
            <span className="mt-0.5 block text-sm break-words text-paper-ink">
              {formatShortDate(new Date(publishedAt))} ·{" "}
              {describeRow(isSeparate ? { ...row, kind: "create" } : row)}
            </span>
            {row.remarks?.map((remark) => (
              <span key={remark} className="mt-0.5 block text-sm break-words text-blood-dark">
                {remark}
              </span>
            ))}
          </label>
        </div>
        {kind === "link" && (
          <label className="ml-8.5 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={isSeparate}
              onChange={(event) => choices.separate(key, event.currentTarget.checked)}
              className="tick"
            />
            Ce n’est pas le même&#x202f;: en faire un nouvel épisode
          </label>
        )}
      </div>
      {asksForGuest && (
        <label className="max-lg:ml-8.5">
          <span className="mb-1 block text-sm text-paper-ink lg:sr-only">
            Invité<span className="sr-only"> de «&#xa0;{title}&#xa0;»</span>
          </span>
          <input
            type="text"
            value={choices.guestOf(key) ?? guest}
            onChange={(event) => choices.correctGuest(key, event.currentTarget.value, guest)}
            maxLength={500}
            placeholder="Sans invité"
            className="control"
          />
        </label>
      )}
    </li>
  )
}
