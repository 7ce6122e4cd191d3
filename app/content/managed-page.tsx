import { binLink } from "./bin-link.ts"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import type { LoadedDrafts } from "./drafts/form-drafts.server.ts"
import { DraftRows } from "./draft-rows.tsx"
import type { NewDraft } from "./drafts/form-drafts.server.ts"
import { useFormDrafts } from "./drafts/use-form-drafts.ts"
import type { ListView } from "./lists/list-view.ts"
import { SelectableList } from "./lists/selectable-list.tsx"
import { itemAddress, type ManagedRow, type ShownType } from "./managed-type.ts"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { can } from "#app/kit/lib/rights.ts"
import { ManagedContext } from "./managed-context.ts"
import { ManagerList } from "./manager-list.tsx"
import { ManagerPage } from "./manager-page.tsx"
import { ManagerRow } from "./manager-row.tsx"
import type { Question } from "#app/kit/http/questions.ts"

type Props = {
  /** What `loadManager` found. */
  page: {
    type: ShownType
    view: ListView
    rows: ManagedRow[]
    total: number
    states?: Record<string, number>
    newestId?: number
    failure: string | undefined
    edited: { id: number } | null
    question: Question | null
    drafts: LoadedDrafts
    /** What was begun and never saved, of which the list shows these. */
    begun: NewDraft[]
  }
  /** None where it is on its page only. */
  form: React.ReactNode
}

/** The manager of one kind of content: its form and its list. */
export function ManagedPage({ page, form }: Props) {
  const { type, view, rows, total, states, newestId, failure, edited, question, begun } = page
  const drafts = useFormDrafts(page)
  const items = (
    <ul className="list-rows">
      <DraftRows
        type={type}
        drafts={begun}
        keptAs={drafts?.keptAs ?? null}
        isPictured={rows.some(({ picture }) => picture !== undefined)}
      />
      {rows.map((row) => (
        <ManagerRow key={row.id} type={type} row={row} isEdited={row.id === edited?.id} view={view} />
      ))}
    </ul>
  )
  return (
    <FormDraftsContext value={drafts}>
      <ManagedContext value={{ type }}>
        <ManagerPage
          title={type.title}
          newLabel={type.new}
          newPage={type.isWrittenOnPage && itemAddress(type.path, "new")}
          action={can(useViewer(), "administration") ? type.action : undefined}
          question={question}
          form={form}
        >
          <ManagerList
            title={type.listTitle}
            path={type.path}
            type={type}
            view={view}
            total={total}
            begun={begun.length}
            failure={failure}
            nouns={type.nouns}
            searchLabel={type.searchLabel}
            emptyText={type.emptyText}
            states={states ?? {}}
            tools={type.ownOnlyText && <p className="mb-3 text-paper-ink">{type.ownOnlyText}</p>}
            more={[...(type.beside ?? []), ...(type.isDraftsOnly ? [] : [binLink(type.kind)])]}
            csv={type.csv}
          >
            {Object.keys(type.bulkActions).length > 0 ? (
              <SelectableList type={type} view={view} total={total} newestId={newestId} rows={rows}>
                {items}
              </SelectableList>
            ) : (
              items
            )}
          </ManagerList>
        </ManagerPage>
      </ManagedContext>
    </FormDraftsContext>
  )
}
