import { data } from "react-router"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"

type Looked = FormResponse & { findings?: Finding[] }

/** What a look found. @param error why nothing was changed, where something was to be: of the address that was typed */
export function respondFindings(values: FieldValues, findings: Finding[], error?: string) {
  return data<Looked>(
    { values, errors: error === undefined ? {} : { address: error }, findings },
    error === undefined ? 200 : 400,
  )
}

/** What came back for one of a page's forms, by the intents that it sends; nothing for the others. */
export function answerTo(intents: string | string[], answer: Looked | null | undefined) {
  const isAnswered = answer && [intents].flat().includes(answer.values.intent ?? "")
  return { response: isAnswered ? answer : undefined, findings: isAnswered ? answer.findings : undefined }
}
