import { data } from "react-router"
import { z } from "zod"
import { askDeletion } from "./ask-deletion.ts"
import { askDiscard } from "./drafts/ask-discard.ts"
import { fill, loadDrafts } from "./drafts/form-drafts.server.ts"
import { runDraftAction } from "./drafts/draft-actions.server.ts"
import { draftIntents } from "./drafts/drafts.schema.ts"
import { savingForm } from "./drafts/saving.server.ts"
import type { ManagedRow, ManagedType } from "./managed-type.ts"
import { publicationOf } from "./publication.ts"
import { each, doToChosen, isAboutSeveral, questionAbout, type Work } from "./lists/deeds.server.ts"
import type { Listing } from "./lists/list-type.ts"
import type { ListedRows, ListOptions } from "./lists/listed-rows.server.ts"
import type { Saved } from "./versions.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  respondFailure,
  respondInvalid,
  respondStale,
  respondToClick,
  orElse,
} from "#app/kit/http/responses.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { editedRow } from "#app/kit/form/form-fields.ts"
import { type FieldValues, LONG_TEXT_BYTES, type Parsed, readForm } from "#app/kit/http/forms.server.ts"
import { type Filters, listAddress, maxRows, parseListView, ROWS_PER_PAGE } from "./lists/list-view.ts"
import { isContentKind } from "#app/kit/lib/content-kinds.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"

type List<Row> = {
  /** How it is narrowed down and sorted, or the parameters that narrow it down by whatever they hold. */
  filterNames?: readonly string[] | Pick<Listing, "filters" | "sorts">
  list: (options: ListOptions & { filters: Filters }) => Promise<Row[]>
  /** How many rows `list` would go through, counted no further than `most`. */
  count: (search: string, filters: Filters, most: number) => Promise<number>
  /** Of a list whose rows can be worked on together. */
  rows?: Pick<ListedRows, "newestId">
  /** Shown when the list cannot be loaded (docs/product.md 15.4). */
  cannotLoad: string
}

/**
 * One page of a list of the back office, which ends after `maxRows`: then `total` is one more than these. A list that
 * cannot be loaded is logged and empty, with a `failure` to show.
 *
 * @param url its parameters: `q` searches, `page` turns the pages
 */
export async function loadList<Row>(
  url: URL,
  { list, count, rows: listed, cannotLoad, filterNames }: List<Row>,
) {
  const view = parseListView(url.searchParams, filterNames)
  const { page, ...asked } = view
  const most = maxRows(view)
  const options = { ...asked, limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE }
  try {
    const [rows, total, newestId] = await Promise.all([
      options.offset < most ? list(options) : [],
      count(asked.search, asked.filters, most + 1),
      listed?.newestId(),
    ])
    return { view, rows, total, newestId, failure: undefined }
  } catch (error) {
    log.error(error, "list not loaded")
    return { view, rows: [], total: 0, newestId: undefined, failure: cannotLoad }
  }
}

/** A page with a list; 503 when that could not be loaded. */
export function respondWithList<Page extends { failure: string | undefined }>(page: Page) {
  return data(page, { status: page.failure ? 503 : 200 })
}

type Listed = { id: number; title: string; isPublished: boolean; publishedAt?: Date | null }

type Source<Row, Edited, Shown> = {
  rows: ListedRows
  list: (options: ListOptions) => Promise<Row[]>
  find: (id: number) => Promise<Edited | undefined>
  /** What a row shows beside its title; `publishedOn` is empty while that is told by its state. */
  describe: (row: Row, publishedOn: string) => Pick<ManagedRow, "details" | "address"> & Shown
}

/**
 * What a manager's page shows: one page of its list, the item in the form (`edit` in the address), and the question
 * that the address asks for.
 *
 * @throws 404 when there is no such item
 */
export async function loadManager<
  Row extends Listed,
  Edited extends { id: number; title: string },
  Shown = unknown,
>(url: URL, type: ManagedType, { rows: listed, list, find, describe }: Source<Row, Edited, Shown>) {
  const findItem = (id: string | null) => find(parseId(id ?? "") ?? 0)
  const askAbout = async (parameters: URLSearchParams) => {
    if (!parameters.has("id")) return questionAbout(url, type, listed, "delete")
    const item = await findItem(parameters.get("id"))
    return item && askDeletion(type, item)
  }
  const askAboutDeeds = Object.fromEntries(
    Object.keys(type.deeds).map((name) => [name, () => questionAbout(url, type, listed, name)]),
  )
  const editId = url.searchParams.get("edit")
  const [{ rows, ...page }, edited, question, { filled, ...drafts }] = await Promise.all([
    loadList(url, {
      filterNames: type,
      list,
      count: (search, filters, most) => listed.count({ search, filters }, most),
      rows: listed,
      cannotLoad: type.cannotLoad,
    }),
    editId === null ? null : findItem(editId),
    findAsked(url, { ...askAboutDeeds, delete: askAbout, discard: askDiscard }, type.notFound),
    loadDrafts(url, type.kind, editId === null ? null : (parseId(editId) ?? 0)),
  ])
  if (edited === undefined) throw data({ title: type.notFound }, { status: 404 })
  const now = new Date()
  const toRow = (row: Row): ManagedRow & Shown => {
    const { id, title, isPublished, publishedAt = null } = row
    const publication = publicationOf({ isPublished, publishedAt }, now)
    const publishedOn = publishedAt && !publication.scheduledFor ? formatLongDate(publishedAt) : ""
    return { id, title, ...publication, ...describe(row, publishedOn) }
  }
  return { ...page, rows: rows.map(toRow), edited, question, drafts, filled: filled && fill(filled, edited) }
}

type Saver<Form> = {
  create: (form: Form) => Promise<Saved>
  /** @param version the version that the form was filled from */
  update: (id: number, version: number, form: Form) => Promise<Saved>
  /** Where the saved item can be seen on the site, if anywhere. */
  addressOf: (id: number, form: Form) => string | undefined
  /** Where its own page is in the back office, if there is one: what was saved is looked at there. */
  pageOf?: (id: number) => string
}

type Manager<Schema extends z.ZodType> = Saver<z.output<Schema>> & {
  schema: Schema
  rows: ListedRows
  /** What can be done with several rows beside publishing and deleting. */
  works?: Record<string, Work>
  /** @returns false when there is no such item */
  setPublished: (id: number, isPublished: boolean) => Promise<boolean>
  /** @returns false when there is no such item */
  remove: (id: number) => Promise<boolean>
}

/** An identifier that no row can have is one that no row has. */
const oneRow = z.object({
  id: z
    .string()
    .transform((id) => parseId(id) ?? 0)
    .catch(0),
})

/** Does what a form of a manager's page asks for. */
export async function runManager<Schema extends z.ZodType>(
  request: Request,
  url: URL,
  type: ManagedType,
  manager: Manager<Schema>,
) {
  const form = await readForm(request, LONG_TEXT_BYTES)
  if (isAboutSeveral(form, type))
    return doToChosen(form, url, type, manager.rows, {
      publish: each((id) => manager.setPublished(id, true)),
      unpublish: each((id) => manager.setPublished(id, false)),
      delete: each(manager.remove),
      ...manager.works,
    })
  const asked = parseIntent(form, {
    save: manager.schema,
    publish: oneRow,
    unpublish: oneRow,
    delete: oneRow,
    ...draftIntents,
  })
  const view = parseListView(url.searchParams, type)
  const list = listAddress(type.path, view)
  if (asked.intent === "discard" || asked.intent === "share" || asked.intent === "unshare") {
    const editId = parseId(url.searchParams.get("edit") ?? "")
    const page = listAddress(type.path, view, editId)
    if (isContentKind(type.kind)) return runDraftAction(asked, url, type.kind, page)
    throw data({ title: "Action inconnue" }, { status: 400 })
  }
  if (asked.intent === "save") return saveItem(form.values, asked, type, manager, list)

  const id = asked.ok ? asked.value.id : 0
  if (asked.intent === "delete") {
    const isInForm = url.searchParams.get("edit") === form.values.id
    const remove = async () => (await manager.remove(id)) && type.deleted
    return respondToClick(remove, type.cannotDelete, isInForm ? list : undefined)
  }
  const isPublished = asked.intent === "publish"
  return respondToClick(
    async () => (await manager.setPublished(id, isPublished)) && type.updated,
    type.cannotToggle,
  )
}

/** Saves what a manager's form holds, and goes back to its list. */
export async function saveItem<Form>(
  values: FieldValues,
  parsed: Parsed<Form>,
  type: ManagedType,
  manager: Saver<Form>,
  list: string,
) {
  const isNew = values.id === undefined
  const cannot = isNew ? type.cannotCreate : type.cannotUpdate
  const row = editedRow.safeParse(values)
  if (!isNew && !row.success) return respondFailure(values, cannot, 404)
  if (!parsed.ok) return respondInvalid(parsed)

  return orElse(
    async () => {
      const saved = await savingForm(values, () =>
        row.success
          ? manager.update(row.data.id, row.data.version, parsed.value)
          : manager.create(parsed.value),
      )
      if (saved.outcome === "missing") return respondFailure(values, `${cannot} : il n’existe plus`, 404)
      if (saved.outcome === "stale") return respondStale(values, saved.version)
      if (saved.outcome === "slug-taken") return respondInvalid({ values, errors: { slug: SLUG_TAKEN } })
      if (saved.outcome === "invalid") return respondInvalid({ values, errors: saved.errors })
      const address = manager.addressOf(saved.id, parsed.value)
      return redirectWithToast(manager.pageOf?.(saved.id) ?? list, {
        kind: "success",
        title: isNew ? type.created : type.updated,
        link: address ? { to: address, label: "Voir sur le site" } : undefined,
      })
    },
    () => respondFailure(values, cannot),
  )
}

const SLUG_TAKEN = "Ce slug est déjà utilisé"
