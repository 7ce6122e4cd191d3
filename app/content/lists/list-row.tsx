import { MoreMenu } from "#app/kit/ui/more-menu.tsx"
import { ROW } from "#app/kit/ui/row-keys.ts"
import { SelectBox } from "./selection.tsx"

type Props = {
  /** Where several are worked on at once. */
  id?: number
  /** « le commentaire d’Awa », for those who do not see the row. */
  subject: string
  /** Nobody has looked at it. */
  isNew?: boolean
  title: React.ReactNode
  /** All of what somebody wrote, opened by its title. */
  whole?: React.ReactNode
  /** What tells it from others, in one line. */
  facts: React.ReactNode
  state?: React.ReactNode
  /** What is mostly done with it. */
  action?: React.ReactNode
  /** What else can be done with it, behind « … ». */
  more?: React.ReactNode
}

/** Somebody, or what they wrote, as a row of a list. */
export function ListRow({ id, subject, isNew = false, title, whole, facts, state, action, more }: Props) {
  return (
    <li {...{ [ROW]: "" }} data-person="" data-new={isNew ? "" : undefined} className="list-row">
      {id !== undefined && <SelectBox id={id} subject={subject} />}
      {whole ? (
        <details className="list-row-title list-row-whole">
          <summary {...{ [`${ROW}-title`]: "" }}>{title}</summary>
          {whole}
        </details>
      ) : (
        <p className="list-row-title">{title}</p>
      )}
      <p className="list-row-facts">{facts}</p>
      {state && <p className="list-row-state">{state}</p>}
      {action && <div className="list-row-actions">{action}</div>}
      {more && <MoreMenu label={`Autres actions : ${subject}`}>{more}</MoreMenu>}
    </li>
  )
}

/** How a text begins, beside the title that opens all of it. */
export function RowStart({ text }: { text: string }) {
  return <bdi className="list-row-start">{text.slice(0, SHOWN)}</bdi>
}

/** More than a row has room for. */
const SHOWN = 200
