import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"

/** What can be asked for of a remembered feed. */
export const feedIntents = {
  "read-feed": oneRow,
  "stop-feed": oneRow,
  "resume-feed": oneRow,
  "forget-feed": oneRow,
}

/** The same of what feeds keep in files of their own. */
export const wordsIntents = { "retry-words": z.object({}) }
