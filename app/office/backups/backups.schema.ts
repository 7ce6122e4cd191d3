import { z } from "zod"

export const backupIntents = {
  make: z.object({}),
  /** A copy is known by its name. */
  delete: z.object({ id: z.string() }),
}
