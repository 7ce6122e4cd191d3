import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"

/** What can be asked for of the files of another host. */
export const copyIntents = {
  "start-copies": z.object({}),
  "pause-copies": z.object({}),
  "stop-copies": z.object({}),
  "take-back": z.object({}),
  "retry-copies": z.object({}),
  "retry-copy": oneRow,
  "accept-copy": oneRow,
}
