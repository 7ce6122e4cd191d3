import type { z } from "zod"

/**
 * What a button, or the unseen part of a form, sends to ask for one of a page's operations (`parseIntent`): an intent or a
 * field that none of them has does not compile.
 */
export type Asking<All extends Record<string, z.ZodType>> = {
  [Intent in keyof All & string]: { intent: Intent } & Partial<
    Record<keyof z.input<All[Intent]> & string, string>
  >
}[keyof All & string]
