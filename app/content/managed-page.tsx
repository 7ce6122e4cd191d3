import { useState } from "react"
import { Link, useRevalidator } from "react-router"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import type { LoadedDrafts } from "./drafts/form-drafts.server.ts"
import { NewDrafts } from "./drafts/new-drafts.tsx"
import { PreviewLinksPanel } from "./drafts/preview-links-panel.tsx"
import { VersionsPanel } from "./drafts/versions-panel.tsx"
import type { ListView } from "./lists/list-view.ts"
import { SelectableList } from "./lists/selectable-list.tsx"
import type { ManagedRow, ShownType, TypeLink } from "./managed-type.ts"
import { ManagerList } from "./manager-list.tsx"
import { ManagerPage } from "./manager-page.tsx"
import { ManagerRow } from "./manager-row.tsx"
import type { Question } from "#app/kit/http/questions.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

type Props = {
  /** What `loadManager` found. */
  page: {
    type: ShownType
    view: ListView
    rows: ManagedRow[]
    total: number
    newestId: number | undefined
    failure: string | undefined
    edited: { id: number } | null
    question: Question | null
    drafts: LoadedDrafts
  }
  form: React.ReactNode
}

/** The manager of one kind of content: its form and its list. */
export function ManagedPage({ page, form }: Props) {
  const { type, view, rows, total, newestId, failure, edited, question } = page
  const items = (
    <ul className="manager-rows">
      {rows.map((row) => (
        <ManagerRow key={row.id} type={type} row={row} isEdited={row.id === edited?.id} view={view} />
      ))}
    </ul>
  )
  return (
    <FormDraftsContext value={useFormDrafts(page)}>
      <ManagerPage title={type.title} action={type.action} question={question} form={form}>
        <div className="grid min-w-0 gap-8">
          <NewDrafts path={type.path} />
          <VersionsPanel />
          <PreviewLinksPanel />
          <ManagerList
            title={type.listTitle}
            path={type.path}
            type={type}
            view={view}
            total={total}
            failure={failure}
            nouns={type.nouns}
            searchLabel={type.searchLabel}
            emptyText={type.emptyText}
            aside={type.beside && <Beside links={type.beside} />}
          >
            {Object.keys(type.bulkActions).length > 0 ? (
              <SelectableList type={type} view={view} total={total} newestId={newestId} rows={rows}>
                {items}
              </SelectableList>
            ) : (
              items
            )}
          </ManagerList>
        </div>
      </ManagerPage>
    </FormDraftsContext>
  )
}

function Beside({ links }: { links: TypeLink[] }) {
  return (
    <div className="flex flex-wrap gap-2">
      {links.map(({ to, label, icon, isFile }) => (
        <Link key={to} to={to} reloadDocument={isFile} download={isFile} className="office-button">
          {icon && <Icon name={icon} />}
          {label}
        </Link>
      ))}
    </div>
  )
}

/** The page's drafts, and which draft its form is kept in since it was opened. */
function useFormDrafts({ type: { kind, hasDrafts }, drafts, edited }: Props["page"]) {
  const [made, setMade] = useState<number>()
  const { revalidate } = useRevalidator()
  if (!hasDrafts) return null
  const known = [drafts.userDraft, ...drafts.newDrafts].some((draft) => draft?.id === made)
  return {
    ...drafts,
    kind,
    itemId: edited?.id ?? null,
    keptAs: drafts.isDraftOpen ? (drafts.userDraft?.id ?? null) : known ? (made ?? null) : null,
    // So that the page shows it, too.
    onKept: (id: number) => {
      setMade(id)
      void revalidate()
    },
  }
}
