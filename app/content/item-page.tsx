import { Link } from "react-router"
import type { Question } from "#app/kit/http/questions.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import { useFormDrafts } from "./drafts/use-form-drafts.ts"
import type { LoadedDrafts } from "./drafts/form-drafts.server.ts"
import { ManagedContext } from "./managed-context.ts"
import { StateBadge } from "./manager-row.tsx"
import type { ManagedRow, ShownType } from "./managed-type.ts"

type Props = {
  /** What `loadItem` found. */
  page: {
    type: ShownType
    row?: ManagedRow
    edited: { id: number } | null
    question: Question | null
    drafts: LoadedDrafts
  }
  children: React.ReactNode
}

/** The page of one thing, or of a new one: its form with all that belongs to it. */
export function ItemPage({ page, children }: Props) {
  const { type, row, question } = page
  const title = row?.title ?? type.new
  return (
    <FormDraftsContext value={useFormDrafts(page)}>
      <ManagedContext value={{ type, row }}>
        <nav aria-label="Fil d’Ariane" className="item-trail">
          <Link to={type.path} className="underline">
            {type.plural}
          </Link>
          <Icon name="chevron-right" className="size-4 flex-none" />
          {row?.details.find(Boolean) ?? type.new}
          {row?.badge && (
            <span>
              <StateBadge {...row.badge} />
            </span>
          )}
        </nav>
        <h1 className="item-title">{title}</h1>
        <div className="mt-4">{question ? <QuestionPage {...question} /> : children}</div>
      </ManagedContext>
    </FormDraftsContext>
  )
}
