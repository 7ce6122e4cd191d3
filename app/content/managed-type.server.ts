import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { CsvColumns } from "#app/kit/http/csv.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { Contributor, Permission } from "#app/kit/lib/rights.ts"
import type { TypedForm } from "./drafts/typed-form.ts"
import type { ManagedList } from "./lists/managed-list.server.ts"
import {
  type FormPlace,
  type ManagedRow,
  type ShownType,
  type TypeLink,
  type TypeWords,
} from "./managed-type.ts"
import type { PublishedContent } from "./published.server.ts"
import type { Saved } from "./versions.server.ts"

// Methods rather than functions in properties: by them each type is one of `ManagedType`, whatever its items are.

/** How items of a type are read and written. */
export type Store<Form, Item> = {
  /** What the form edits of one item. */
  find(id: number): Promise<Item | undefined>
  /** @param userId who writes it */
  create(form: Form, userId: string, typed: TypedForm | null): Promise<Saved>
  /** @param version the version that the form was filled from */
  update(id: number, version: number, form: Form, typed: TypedForm | null): Promise<Saved>
  /** @returns false when there is no such item, `refused` when it cannot be deleted any more */
  remove(id: number): Promise<boolean | "refused">
  /** What the form of one item holds, as it would be sent: needed by those whose card has only some of its fields. */
  formOf?(id: number): Promise<FieldValues | undefined>
  /** @param at when it was published before, of what is published again as it was. @returns false when there is no such item */
  setPublished?(id: number, isPublished: boolean, at?: Date): Promise<boolean>
}

type Titled = { id: number; title: string }

/** A table of what people write: whose each row is, and whether it waits for somebody who may publish it. */
export type WrittenTable = PgTable &
  Record<"id" | "title" | "isPublished" | "authorId" | "reviewAskedAt", PgColumn>

type Listed<Row> = {
  /** What the log, drafts and the search call it. */
  kind: string
  /** Who may open its pages, and write one. */
  permission: Permission
  /** Whose each row is, where only some may work on others' (`reachedBy`). */
  owner?: PgColumn
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
  /** What the log calls fields that its form does not have: « sous-titres ». */
  fields?: Record<string, string>
  /** Its rows are people: what is deleted is in no bin, and that, like a table of them, waits for re-authentication. */
  holdsPeople?: true
}

type Managed<Row, Schema extends z.ZodType, Item, Shown extends object> = Pick<
  ShownType,
  "letter" | "action" | "beside" | "isWrittenOnPage"
> & {
  /** Its versions and what stands unsaved in its form are kept, and can be shown to others. */
  hasDrafts?: true
  /** Its table, where items are somebody's own, and may wait for who publishes them. */
  written?: WrittenTable
  /** What its table for spreadsheets says of a row (`<path>.csv`), of those that hosts take along. */
  csv?: CsvColumns<Row & Titled>
  /** Rows of another table that belong to an item, and may name media for it. */
  parts?: { table: PgTable & { id: PgColumn }; of: PgColumn }
  /** Other words for it, by which the search finds what makes a new one. */
  otherWords?: string
  /** Files of this kind that are dropped on its list make a new one of them (`?media=3,4`, `listNamedMedia`). */
  startsFrom?: "audio" | "image"
  /** What visitors see of it, and where. */
  published?: PublishedContent
  form: Schema
  /** The fields that its form has in the card beside the list, where these are not all. */
  cardFields?: readonly string[]
  store: Store<z.output<Schema>, Item>
  /** What the form shows beside the item. @param item none for a new one */
  formShows?(url: URL, item: Item | null, place: FormPlace, viewer?: Contributor): Promise<Shown> | Shown
  /** Where a saved item can be seen on the site, if anywhere. */
  addressOf?(id: number, form: z.output<Schema>): string | undefined | Promise<string | undefined>
  /** Whether an item is only looked at by now, on its page. */
  isClosed?(item: Item): boolean
  /** What is asked before an item is deleted, where that is not what the noun says. */
  askDeletion?(item: Item): Question
  /** Why an item cannot be deleted that is there. */
  cannotDeleteNow?: string
  /** Whether saving a form reaches further than an open session is enough for (docs/product.md 15.11). */
  isDangerous?(form: z.output<Schema>, values: FieldValues): boolean | Promise<boolean>
}

/** A type, whatever its items are. */
export type ManagedType = ListedType & Managed<unknown, z.ZodType, { id: number }, object>

/** One with whatever pages: what the sidebar, the search, the log and the bin know of it. */
export type ListedType = Listed<unknown>

/** A kind of content that hosts manage: all that is true of it, in one place (docs/decisions/content-types.md). */
export function managedType<
  Row,
  Schema extends z.ZodType,
  Item extends { id: number },
  Shown extends object = object,
>(type: Omit<Listed<Row>, "owner"> & Managed<Row, Schema, Item, Shown>) {
  return { ...type, owner: type.written?.authorId }
}

/** A kind whose pages are no list with a form. */
export function listedType<Row>(type: Listed<Row>) {
  return type
}
