import { z } from "zod"

const one = z.object({ name: z.string() })

/** What can be done about what failed of one kind of work. */
export const jobIntents = { retry: one, abandon: one }
