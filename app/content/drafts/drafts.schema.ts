import { z } from "zod"
import { rowId } from "#app/kit/form/form-fields.ts"
import { hasMoreParts } from "#app/kit/lib/bounded-json.ts"
import { fieldsIn } from "./form-values.ts"

const optionalId = z.union([z.literal("").transform(() => null), rowId]).default(null)

/** More than any form has: a gallery of 200 with six fields each. */
const MAX_FIELDS = 2_000
const MAX_NAME = 100
const MAX_TITLE = 500

/** A form's fields as one text: JSON of an object of texts, counted before any of them is looked at. */
const formValues = z
  .string("Brouillon illisible")
  .refine((text) => !hasMoreParts(text, 2 * MAX_FIELDS), "Ce formulaire a trop de champs")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: "custom", message: "Brouillon illisible" })
      return z.NEVER
    }
  })
  .pipe(z.record(z.string().max(MAX_NAME), z.string(), "Brouillon illisible"))
  .transform((values) => {
    const fields = Object.entries(fieldsIn(values))
    return Object.fromEntries(fields.map(([name, value]) => [storable(name), storable(value)]))
  })

/** What PostgreSQL's JSON holds: no null characters, no halves of what takes two. */
function storable(text: string) {
  return text.replaceAll("\0", "").toWellFormed()
}

/** What the forms' autosave asks for (`/admin/drafts`). */
export const keepIntents = {
  /** Keeps what stands in a form: of `item`, filled from its version `basedOn`, as the `version` of the draft `id` that it is known as. */
  keep: z
    .object({
      kind: z.string().max(MAX_NAME),
      item: optionalId,
      basedOn: optionalId,
      id: optionalId,
      version: optionalId,
      values: formValues,
    })
    .transform(({ item, id, version, values, ...form }) => ({
      ...form,
      itemId: item,
      values,
      title: (values.title ?? "").trim().slice(0, MAX_TITLE).toWellFormed(),
      draft: id && version ? { id, version } : null,
    }))
    .refine(({ title }) => title !== "", { path: ["values"], error: "Un brouillon a besoin d’un titre" }),
  /** A form was saved while its first draft was on its way. */
  forget: z.object({ id: rowId }),
}

export type DraftToKeep = z.output<(typeof keepIntents)["keep"]>

/** What the managers' pages ask for beside their own intents. */
export const draftIntents = {
  discard: z.object({ id: rowId }),
  /** Makes a secret address: of the item `id` as it is saved, or of the draft `id`. */
  share: z.object({ id: rowId, of: z.enum(["item", "draft"]) }),
  unshare: z.object({ id: rowId }),
}
