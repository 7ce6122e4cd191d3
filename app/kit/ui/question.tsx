import { useId } from "react"
import { Form, Link, useRouteLoaderData } from "react-router"
import type { Pronoun, Question } from "#app/kit/http/questions.ts"
import { HiddenFields } from "./hidden-fields.tsx"
import { useWayBack } from "./use-way-back.ts"

type AnswersProps = Omit<Question, "question"> & { cancel: React.ReactNode }

/** The inside of the form that answers a question. */
export function Answers({
  toBin,
  detail = toBin ? "" : "Cette action est définitive.",
  confirmLabel = "Supprimer",
  isSafe = false,
  fields,
  cancel,
}: AnswersProps) {
  return (
    <>
      <p className="break-words">
        {detail}
        {toBin && (
          <>
            {detail && " "}
            <WayToBin subject={toBin} />
          </>
        )}
      </p>
      <HiddenFields fields={fields} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {cancel}
        <button
          type="submit"
          className={`office-button ${isSafe ? "office-button-main" : "office-button-danger"}`}
        >
          {confirmLabel}
        </button>
      </div>
    </>
  )
}

/** « Elle ira à la corbeille pendant 30 jours. » */
function WayToBin({ subject }: { subject: Pronoun }) {
  const days = useRouteLoaderData<{ binDays?: number }>("root")?.binDays
  const goes = subject.endsWith("s") ? "iront" : "ira"
  const during = days === undefined ? "" : ` pendant ${days}\u00a0${days > 1 ? "jours" : "jour"}`
  return `${subject} ${goes} à la corbeille${during}.`
}

type Props = Question & {
  /** Leads back to where one was; by default a link to the page without the question. */
  cancel?: React.ReactNode
}

/** The question as a page, for who has no scripts. */
export function QuestionPage({ question, cancel, ...responses }: Props) {
  const titleId = useId()
  const { back, action } = useWayBack()
  return (
    <section aria-labelledby={titleId} className="question">
      <h2 id={titleId} className="text-xl font-bold break-words">
        {question}
      </h2>
      <Form method="post" action={action} reloadDocument className="mt-3">
        <Answers
          {...responses}
          cancel={
            cancel ?? (
              <Link to={back} className="office-button">
                Annuler
              </Link>
            )
          }
        />
      </Form>
    </section>
  )
}
