import { z } from "zod"
import { emailField } from "#app/accounts/auth/auth.schema.ts"
import { checkbox, oneRow } from "#app/kit/form/form-fields.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { oneLine, severalLines } from "#app/kit/lib/typed-text.ts"

/** How many comments a page shows before one asks for older ones. */
export const COMMENTS_PER_PAGE = 50
/** How many of its replies a comment of the list shows; those of one comment alone come by the page, too. */
export const REPLIES_SHOWN = 3

/** What shows nothing or turns the direction of what follows. What joins emoji together stays. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u2800\u3164\ufeff\uffa0]/g

export const withoutUnseen = (value: string) => severalLines(value).replace(UNSEEN, "").trim()

const typed = () => z.string().default("").transform(withoutUnseen)

/** A letter, a digit or a sign: something that is seen. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** As people and the database count: an emoji is one. */
const lengthOf = (value: string) => [...value].length

export const atMost = (longest: number, message: string) =>
  z.string().refine((value) => lengthOf(value) <= longest, message)

/** docs/product.md 8.1; everything is trimmed before it is measured. */
export const commentSchema = z.object({
  name: typed()
    .transform(oneLine)
    .pipe(
      z
        .string()
        .regex(VISIBLE, "Le nom est requis")
        .pipe(atMost(100, "Le nom doit contenir moins de 100 caractères")),
    ),
  email: emailField,
  content: typed()
    // An empty line parts paragraphs; a hundred of them would only push the others away.
    .transform((value) => value.replace(/\n\s*\n\s*\n/g, "\n\n"))
    .pipe(
      z
        .string()
        .refine(
          (value) => lengthOf(value) >= 10 && VISIBLE.test(value),
          "Le commentaire doit contenir au moins 10 caractères",
        )
        .pipe(atMost(2_000, "Le commentaire doit contenir moins de 2000 caractères")),
    ),
  newsletter: checkbox("L’inscription à la newsletter"),
  /** The comment that this one replies to, if it does; what is no identifier is a comment that is not there. */
  parent: z
    .string()
    .default("")
    .transform((value) => (value === "" ? null : (parseId(value) ?? 0))),
})

/** What can be asked for below an episode. */
export const commentIntents = { comment: commentSchema, "delete-comment": oneRow }

export type NewComment = z.output<typeof commentSchema>
