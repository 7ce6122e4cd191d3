import { oneRow } from "#app/kit/form/form-fields.ts"

/** What can be done with something in the bin. */
export const binIntents = { restore: oneRow, delete: oneRow }
