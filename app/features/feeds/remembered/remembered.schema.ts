import { oneRow } from "#app/form/form-fields.ts"

/** What can be asked for of a remembered feed. */
export const feedIntents = {
  "read-feed": oneRow,
  "stop-feed": oneRow,
  "resume-feed": oneRow,
  "forget-feed": oneRow,
}
