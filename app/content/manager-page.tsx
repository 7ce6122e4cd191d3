import { Link } from "react-router"
import type { Question } from "#app/kit/http/questions.ts"
import { QuestionPage } from "#app/kit/ui/question.tsx"

type Props = {
  title: string
  action?: { to: string; label: string }
  /** Asked in the place of everything else. */
  question?: Question | null
  /** The card of the form, beside the list where there is room. */
  form?: React.ReactNode
  children: React.ReactNode
}

/** A manager: its title, then the card of the form and the card of the list. */
export function ManagerPage({ title, action, question, form, children }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">{title}</h1>
        {action && (
          <Link to={action.to} className="office-button">
            {action.label}
          </Link>
        )}
      </div>
      <div className="manager mt-6">
        {question ? (
          <QuestionPage {...question} />
        ) : (
          <div className={form ? "manager-columns" : "grid gap-8"}>
            {form}
            {children}
          </div>
        )}
      </div>
    </>
  )
}
