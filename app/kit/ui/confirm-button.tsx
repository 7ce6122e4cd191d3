import { use } from "react"
import { useFetcher } from "react-router"
import { FormTarget } from "#app/kit/http/form-target.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { DialogButton } from "./dialog-button.tsx"
import { Answers } from "./question.tsx"

type Props = Question &
  Pick<
    React.ComponentProps<typeof DialogButton>,
    "label" | "icon" | "subject" | "isPrivate" | "className"
  > & {
    /** For who wants to know what came of it (`useFetcher` with the same key). */
    fetcherKey?: string
  }

/** A button that asks before it posts `fields`. */
export function ConfirmButton({
  question,
  detail,
  confirmLabel,
  isSafe,
  toBin,
  fetcherKey,
  ...button
}: Props) {
  // Not a navigation: what is being typed elsewhere on the page stays.
  const { Form } = useFetcher({ key: fetcherKey })
  const target = use(FormTarget)
  return (
    <DialogButton {...button} title={question} isQuestion>
      {(close, cancel) => (
        // Closing takes the form away, and with it any second click.
        <Form method="post" action={target?.to} onSubmit={close}>
          <Answers {...{ detail, confirmLabel, isSafe, toBin, cancel }} fields={button.fields} />
        </Form>
      )}
    </DialogButton>
  )
}
