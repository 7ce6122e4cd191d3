import { Link } from "react-router"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Question } from "#app/kit/http/questions.ts"
import { QuestionPage } from "#app/kit/ui/question.tsx"

type Props = {
  title: string
  /** « Nouvel épisode »: what the form is for while nothing is edited in it. */
  newLabel?: string
  /** Where that is written, without a form here. */
  newPage?: string
  action?: { to: string; label: string }
  /** Asked in the place of everything else. */
  question?: Question | null
  /** The card of the form, beside the list where there is room. */
  form?: React.ReactNode
  children: React.ReactNode
}

/** A manager: its title, then its list, and the card of its form. */
export function ManagerPage({ title, newLabel, newPage, action, question, form, children }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">{title}</h1>
        <div className="flex flex-wrap gap-3">
          {form && newLabel && !question && (
            // No link of the router's: the browser takes the focus along.
            <a href={`#${FORM}`} className="office-button manager-new">
              <Icon name="plus" />
              <span className="sr-only">{newLabel}</span>
            </a>
          )}
          {newPage && !question && (
            <Link to={newPage} className="office-button office-button-main">
              <Icon name="plus" />
              {newLabel}
            </Link>
          )}
          {action && (
            <Link to={action.to} className="office-button">
              {action.label}
            </Link>
          )}
        </div>
      </div>
      <div className="manager mt-2">
        {question ? (
          <QuestionPage {...question} />
        ) : (
          <div className={form ? "manager-columns" : undefined}>
            <div className="grid min-w-0 content-start gap-8">{children}</div>
            {form}
          </div>
        )}
      </div>
    </>
  )
}
