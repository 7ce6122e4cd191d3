import { z } from "zod"

/** What is true of a field of a form, whatever stands in it: the blocks of form-fields.ts note it. */
export type FieldFacts = {
  /** With its article: « Le crédit photo ». */
  label: string
  /** What the log and the comparison of versions call it, where that is not the label: « publié ». */
  word?: string
  takes:
    | "line"
    | "lines"
    | "markdown"
    | "web"
    | "media"
    | "slug"
    | "day"
    | "clock"
    | "choice"
    | "box"
    | "ordinal"
    | "number"
    | "duration"
  /** In characters. */
  longest?: number
}

const FACTS = z.registry<FieldFacts>()

/** A field, of which this is true. */
export function noted<Field extends z.ZodType>(field: Field, facts: FieldFacts): Field {
  FACTS.add(field, facts)
  return field
}

/** The fields that a form takes; none of what is no form. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return shapeOf(schema.in)
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** What a form's schema says of its fields, in the order in which it has them; nothing of those that nobody sees. */
export function fieldsIn(schema: z.ZodType): Map<string, FieldFacts & { isRequired: boolean }> {
  const found = Object.entries(shapeOf(schema)).flatMap(([name, field]) => {
    const facts = factsOf(field)
    // Of a list something is chosen always.
    const isRequired = facts?.takes !== "choice" && !field.safeParse(undefined).success
    return facts ? [[name, { ...facts, isRequired }] as const] : []
  })
  return new Map(found)
}

/** Whatever else is made of it, a field is what its block is. */
function factsOf(field: unknown): FieldFacts | undefined {
  if (!(field instanceof z.ZodType)) return undefined
  const known = FACTS.get(field)
  if (known) return known
  if (field instanceof z.ZodPipe) return factsOf(field.in) ?? factsOf(field.out)
  const isWrapped = field instanceof z.ZodDefault || field instanceof z.ZodOptional
  return isWrapped ? factsOf(field.unwrap()) : undefined
}

/** What a form's page knows of its fields: « Crédit photo », and whether it must be filled. */
export type ShownFields = Record<string, { label: string; required?: true }>

/** What the controls of a form say. */
export function shownFields(schema: z.ZodType): ShownFields {
  return Object.fromEntries(
    Array.from(fieldsIn(schema), ([name, { label, isRequired }]) => [
      name,
      { label: withoutArticle(label), ...(isRequired && { required: true as const }) },
    ]),
  )
}

/** What the log and the comparison of versions call the fields of a form: « crédit photo ». */
export function fieldWords(schema: z.ZodType): Record<string, string> {
  return Object.fromEntries(
    Array.from(fieldsIn(schema), ([name, { label, word }]) => [name, word ?? lower(withoutArticle(label))]),
  )
}

const ARTICLE = /^(?:Les? |La |L’)/

function withoutArticle(label: string) {
  const name = label.replace(ARTICLE, "")
  return name.charAt(0).toLocaleUpperCase("fr") + name.slice(1)
}

/** Abbreviations stay as they are: « URL YouTube ». */
const lower = (name: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase("fr") + name.slice(1)

/** « Le titre est requis », « La catégorie est requise », « Les liens doivent contenir … ». */
export function agree(label: string, said: string, { feminine = label.startsWith("La ") } = {}) {
  const sentence = `${label} ${said}`.replace(/ requis$/, feminine ? " requise" : " requis")
  return label.startsWith("Les ")
    ? sentence.replace(" doit ", " doivent ").replace(" est requis", " sont requis")
    : sentence
}
