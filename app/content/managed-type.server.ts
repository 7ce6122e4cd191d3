import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { ManagedList } from "./lists/managed-list.server.ts"
import type { ManagedRow, ShownType, TypeLink, TypeWords } from "./managed-type.ts"
import type { PublishedContent } from "./published.server.ts"
import type { Saved } from "./versions.server.ts"

// Methods rather than functions in properties: by them each type is one of `ManagedType`, whatever its items are.

/** How items of a type are read and written. */
export type Store<Form, Item> = {
  /** What the form edits of one item. */
  find(id: number): Promise<Item | undefined>
  /** @param userId who writes it */
  create(form: Form, userId: string): Promise<Saved>
  /** @param version the version that the form was filled from */
  update(id: number, version: number, form: Form): Promise<Saved>
  /** @returns false when there is no such item, `refused` when it cannot be deleted any more */
  remove(id: number): Promise<boolean | "refused">
  /** @returns false when there is no such item */
  setPublished?(id: number, isPublished: boolean): Promise<boolean>
}

type Titled = { id: number; title: string }

type Definition<Row, Schema extends z.ZodType, Item> = Pick<ShownType, "letter" | "action" | "beside"> & {
  /** What the log, drafts and the search call it. */
  kind: string
  /** Its versions and what stands unsaved in its form are kept, and can be shown to others. */
  hasDrafts?: true
  /** Its entry in the sidebar. */
  label: string
  icon: TypeLink["icon"] & string
  words: TypeWords
  list: ManagedList<Row>
  /**
   * What the list says of a row.
   *
   * @param shown.publishedOn the day; empty while the row's state tells it, or where there is none
   * @param shown.sort what the list is sorted by, where that is not its own
   */
  row(row: Row & Titled, shown: { publishedOn: string; sort?: string }): Omit<ManagedRow, "id" | "title">
  /** What its fields are called, beside those that are in field-labels.ts: « lieu ». */
  fields?: Record<string, string>
  /** Rows of another table that belong to an item, and may name media for it. */
  parts?: { table: PgTable & { id: PgColumn }; of: PgColumn }
  /** Other words for it, by which the search finds what makes a new one. */
  otherWords?: string
  /** What visitors see of it, and where. */
  published?: PublishedContent
  form: Schema
  store: Store<z.output<Schema>, Item>
  /** What the form shows beside the item. @param item none for a new one */
  formShows?(url: URL, item: Item | null): Promise<object> | object
  /** Where a saved item can be seen on the site, if anywhere. */
  addressOf?(id: number, form: z.output<Schema>): string | undefined
  /** Where its own page is in the back office, if there is one: what was saved is looked at there. */
  pageOf?(id: number): string
  /** Whether an item is only looked at there by now. */
  isClosed?(item: Item): boolean
  /** What is asked before an item is deleted, where that is not what the noun says. */
  askDeletion?(item: Item): Question
  /** Why an item cannot be deleted that is there. */
  cannotDeleteNow?: string
  /** Whether saving a form reaches further than an open session is enough for (docs/product.md 24). */
  isDangerous?(form: z.output<Schema>, values: FieldValues): boolean | Promise<boolean>
}

/** A type, whatever its items are. */
export type ManagedType = Definition<unknown, z.ZodType, { id: number }>

/** A kind of content that hosts manage: all that is true of it, in one place (docs/decisions/074-a-managed-type-is-one-object.md). */
export function managedType<Row, Schema extends z.ZodType, Item extends { id: number }>(
  type: Definition<Row, Schema, Item>,
) {
  return type
}
