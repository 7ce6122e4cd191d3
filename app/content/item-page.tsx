import type { Question } from "#app/kit/http/questions.ts"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import { useFormDrafts } from "./drafts/use-form-drafts.ts"
import type { LoadedDrafts } from "./drafts/form-drafts.server.ts"
import { ItemHead } from "./item-head.tsx"
import { ManagedContext, type ManagedItem } from "./managed-context.ts"
import { StateBadge } from "./manager-row.tsx"

type Props = {
  /** What `loadItem` found. */
  page: ManagedItem & {
    edited: { id: number } | null
    question: Question | null
    drafts: LoadedDrafts
  }
  children: React.ReactNode
}

/** The page of one thing, or of a new one: its form with all that belongs to it. */
export function ItemPage({ page, children }: Props) {
  const { type, row, savedAt, question } = page
  const drafts = useFormDrafts(page)
  const saved = drafts?.keptAt ? `Brouillon enregistré ${drafts.keptAt}` : savedAt && `Enregistré ${savedAt}`
  return (
    <FormDraftsContext value={drafts}>
      <ManagedContext value={page}>
        <ItemHead
          list={{ to: type.path, label: type.plural }}
          detail={row?.details.find(Boolean) || type.new}
          title={row?.title ?? type.new}
          saved={saved}
        >
          {row?.badge && (
            <span>
              <StateBadge {...row.badge} />
            </span>
          )}
        </ItemHead>
        <div className="mt-4">{question ? <QuestionPage {...question} /> : children}</div>
      </ManagedContext>
    </FormDraftsContext>
  )
}
