import { useState } from "react"
import { useRevalidator } from "react-router"
import { askDeletion } from "./ask-deletion.ts"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import type { LoadedDrafts } from "./drafts/form-drafts.server.ts"
import { NewDrafts } from "./drafts/new-drafts.tsx"
import { PreviewLinksPanel } from "./drafts/preview-links-panel.tsx"
import { VersionsPanel } from "./drafts/versions-panel.tsx"
import type { ListView } from "./lists/list-view.ts"
import type { Choice } from "./lists/list-type.ts"
import { SelectableList } from "./lists/selectable-list.tsx"
import type { ManagedRow, ManagedType } from "./managed-type.ts"
import { ManagerList } from "./manager-list.tsx"
import { ManagerPage } from "./manager-page.tsx"
import { ManagerRow } from "./manager-row.tsx"
import { isContentKind } from "#app/kit/lib/content-kinds.ts"
import type { Question } from "#app/kit/http/questions.ts"

type Props<Row extends ManagedRow> = {
  type: ManagedType
  /** What `loadManager` found. */
  page: {
    view: ListView
    rows: Row[]
    total: number
    newestId: number | undefined
    failure: string | undefined
    edited: { id: number } | null
    question: Question | null
    drafts: LoadedDrafts
  }
  /** Another way to what is managed, beside the title. */
  action?: { to: string; label: string }
  /** By filter, what was found to choose from. */
  choices?: Record<string, readonly Choice[]>
  /** Which of its deeds this site can do; all without it. */
  deeds?: readonly string[]
  /** Further links of a row. */
  linksOf?: (row: Row) => React.ReactNode
  /** How a row is shown, where it is other than published or not. */
  showRow?: (row: Row) => React.ReactNode
  form: React.ReactNode
}

/** The manager of one kind of content: its form and its list. */
export function ManagedPage<Row extends ManagedRow>(props: Props<Row>) {
  const { type, page, action, choices, deeds, linksOf, showRow, form } = props
  const { view, rows, total, newestId, failure, edited, question } = page
  return (
    <FormDraftsContext value={useFormDrafts(type, page)}>
      <ManagerPage title={type.title} action={action} question={question} form={form}>
        <div className="grid min-w-0 gap-8">
          <NewDrafts path={type.path} />
          <VersionsPanel />
          <PreviewLinksPanel />
          <ManagerList
            title={type.listTitle}
            path={type.path}
            type={type}
            choices={choices}
            view={view}
            total={total}
            failure={failure}
            nouns={type.nouns}
            searchLabel={type.searchLabel}
            emptyText={type.emptyText}
          >
            <SelectableList
              type={type}
              view={view}
              total={total}
              newestId={newestId}
              rows={rows}
              only={deeds}
            >
              <ul className="manager-rows">
                {rows.map(
                  (row) =>
                    showRow?.(row) ?? (
                      <ManagerRow
                        key={row.id}
                        {...row}
                        kind={type.kind}
                        deletion={askDeletion(type, row)}
                        links={linksOf?.(row)}
                        isEdited={row.id === edited?.id}
                        path={type.path}
                        view={view}
                      />
                    ),
                )}
              </ul>
            </SelectableList>
          </ManagerList>
        </div>
      </ManagerPage>
    </FormDraftsContext>
  )
}

/** The page's drafts, and which draft its form is kept in since it was opened. */
function useFormDrafts({ kind }: ManagedType, { drafts, edited }: Props<ManagedRow>["page"]) {
  const [made, setMade] = useState<number>()
  const { revalidate } = useRevalidator()
  if (!isContentKind(kind)) return null
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
