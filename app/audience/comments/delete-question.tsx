import type { Question } from "#app/kit/http/questions.ts"
import { QuestionPage } from "#app/kit/ui/question.tsx"

/** For moderators and admins without scripts, in the place of the discussion. */
export default function DeleteQuestion(question: Question) {
  return (
    <div className="on-paper mt-8">
      <QuestionPage {...question} />
    </div>
  )
}
