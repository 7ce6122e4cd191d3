import { askDeletion } from "./ask-deletion.ts"
import type { ListView } from "./list-view.ts"
import type { ManagedRow, ManagedType } from "./managed-type.ts"
import { ManagerList } from "./manager-list.tsx"
import { ManagerPage } from "./manager-page.tsx"
import { ManagerRow } from "./manager-row.tsx"
import type { Question } from "#app/http/questions.ts"

type Props = {
  type: ManagedType
  /** What `loadManager` found. */
  page: {
    view: ListView
    rows: ManagedRow[]
    total: number
    failure: string | undefined
    edited: { id: number } | null
    question: Question | null
  }
  /** Another way to what is managed, beside the title. */
  action?: { to: string; label: string }
  form: React.ReactNode
}

/** The manager of one kind of content: its form and its list. */
export function ManagedPage({ type, page, action, form }: Props) {
  const { view, rows, total, failure, edited, question } = page
  return (
    <ManagerPage title={type.title} action={action} question={question} form={form}>
      <ManagerList
        title={type.listTitle}
        path={type.path}
        view={view}
        total={total}
        failure={failure}
        nouns={type.nouns}
        searchLabel={type.searchLabel}
        emptyText={type.emptyText}
      >
        <ul className="manager-rows">
          {rows.map((row) => (
            <ManagerRow
              key={row.id}
              {...row}
              kind={type.kind}
              deletion={askDeletion(type, row)}
              isEdited={row.id === edited?.id}
              path={type.path}
              view={view}
            />
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}
