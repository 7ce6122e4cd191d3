import { data } from "react-router"
import type { z } from "zod"
import type { Saved } from "#app/db/versions.server.ts"
import {
  answerFailure,
  answerInvalid,
  answerStale,
  answerToastFailure,
  answerWithToast,
  orElse,
} from "#app/http/responses.server.ts"
import { findAsked } from "#app/http/questions.server.ts"
import { editedRow } from "#app/form/form-fields.ts"
import { LONG_TEXT_BYTES, readForm, type SentForm } from "#app/http/forms.server.ts"
import { type Filters, listAddress, mostRows, parseListView, ROWS_PER_PAGE } from "./list-view.ts"
import { log } from "#app/lib/log.server.ts"
import { parseId } from "#app/lib/numbers.ts"
import { redirectWithToast } from "#app/http/toast.server.ts"
import type { Question } from "#app/http/questions.ts"

type List<Row> = {
  /** The parameters that narrow the list down, beside the search. */
  filterNames?: readonly string[]
  list: (options: { search: string; filters: Filters; limit: number; offset: number }) => Promise<Row[]>
  /** How many rows `list` would go through, counted no further than `most`. */
  count: (search: string, filters: Filters, most: number) => Promise<number>
  /** Shown when the list cannot be loaded (docs/product.md 15.4). */
  cannotLoad: string
}

/**
 * One page of a list of the back office, which ends after `mostRows`: then `total` is one more than these. A list that
 * cannot be loaded is logged and empty, with a `failure` to show.
 *
 * @param url its parameters: `q` searches, `page` turns the pages
 */
export async function loadList<Row>(url: URL, { list, count, cannotLoad, filterNames }: List<Row>) {
  const view = parseListView(url.searchParams, filterNames)
  const { search, filters } = view
  const most = mostRows(view)
  const options = { search, filters, limit: ROWS_PER_PAGE, offset: (view.page - 1) * ROWS_PER_PAGE }
  try {
    const [rows, total] = await Promise.all([
      options.offset < most ? list(options) : [],
      count(search, filters, most + 1),
    ])
    return { view, rows, total, failure: undefined }
  } catch (error) {
    log.error(error, "list not loaded")
    return { view, rows: [], total: 0, failure: cannotLoad }
  }
}

/** A page with a list; 503 when that could not be loaded. */
export function answerList<Page extends { failure: string | undefined }>(page: Page) {
  return data(page, { status: page.failure ? 503 : 200 })
}

type Source<Row, Edited> = List<Row> & {
  find: (id: number) => Promise<Edited | undefined>
  /** Says that there is no such item to edit, or to delete. */
  notFound: string
  /** What is asked before an item is deleted. */
  deletionOf: (item: Edited) => Question
}

/**
 * What a manager's page shows: one page of its list, the item in the form (`edit` in the address), and the question
 * that the address asks for.
 *
 * @throws 404 when there is no such item
 */
export async function loadManager<Row, Edited>(url: URL, source: Source<Row, Edited>) {
  const editId = url.searchParams.get("edit")
  const find = (id: string | null) => source.find(parseId(id ?? "") ?? 0)
  const [page, edited, question] = await Promise.all([
    loadList(url, source),
    editId === null ? undefined : find(editId),
    findAsked(
      url,
      {
        delete: async (parameters) => {
          const item = await find(parameters.get("id"))
          return item && source.deletionOf(item)
        },
      },
      source.notFound,
    ),
  ])
  if (editId !== null && !edited) throw data({ title: source.notFound }, { status: 404 })
  return { ...page, edited: edited ?? null, question }
}

type Manager<Schema extends z.ZodType> = {
  path: string
  schema: Schema
  create: (form: z.output<Schema>) => Promise<Saved>
  /** @param version the version that the form was filled from */
  update: (id: number, version: number, form: z.output<Schema>) => Promise<Saved>
  /** @returns false when there is no such item */
  setPublished: (id: number, isPublished: boolean) => Promise<boolean>
  /** @returns false when there is no such item */
  remove: (id: number) => Promise<boolean>
  /** Where the saved item can be seen on the site, if anywhere. */
  addressOf: (id: number, form: z.output<Schema>) => string | undefined
  /** docs/product.md 3.8, 5.6, 6.4 and 7.3. */
  texts: Record<
    "created" | "updated" | "deleted" | "cannotCreate" | "cannotUpdate" | "cannotDelete",
    string
  > & {
    cannotToggle: string
  }
}

/** Does what a form of a manager's page asks for: `save`, `publish`, `unpublish` or `delete`. */
export async function runManager<Schema extends z.ZodType>(
  request: Request,
  url: URL,
  manager: Manager<Schema>,
) {
  const form = await readForm(request, LONG_TEXT_BYTES)
  const { texts } = manager
  const { intent } = form
  if (intent === "save")
    return save(form, manager, listAddress(manager.path, parseListView(url.searchParams)))
  const id = parseId(form.values.id ?? "") ?? 0
  if (intent === "publish" || intent === "unpublish") {
    const isPublished = intent === "publish"
    return runSmall(() => manager.setPublished(id, isPublished), texts.updated, texts.cannotToggle)
  }
  if (intent === "delete") {
    const isInForm = url.searchParams.get("edit") === form.values.id
    const back = isInForm ? listAddress(manager.path, parseListView(url.searchParams)) : undefined
    return runSmall(() => manager.remove(id), texts.deleted, texts.cannotDelete, back)
  }
  throw data({ title: "Action inconnue" }, { status: 400 })
}

async function save<Schema extends z.ZodType>(form: SentForm, manager: Manager<Schema>, back: string) {
  const { texts } = manager
  const isNew = form.values.id === undefined
  const row = editedRow.safeParse(form.values)
  const parsed = form.parse(manager.schema)
  const { values } = form
  if (!isNew && !row.success) return answerFailure(values, texts.cannotUpdate, 404)
  if (!parsed.ok) return answerInvalid(parsed)

  const cannot = isNew ? texts.cannotCreate : texts.cannotUpdate
  return orElse(
    async () => {
      const saved = row.success
        ? await manager.update(row.data.id, row.data.version, parsed.value)
        : await manager.create(parsed.value)
      if (saved.outcome === "missing") return answerFailure(values, `${cannot} : il n’existe plus`, 404)
      if (saved.outcome === "stale") return answerStale(values, saved.version)
      if (saved.outcome === "slug-taken") return answerInvalid({ values, errors: { slug: SLUG_TAKEN } })
      const address = manager.addressOf(saved.id, parsed.value)
      return redirectWithToast(back, {
        kind: "success",
        title: isNew ? texts.created : texts.updated,
        link: address ? { to: address, label: "Voir sur le site" } : undefined,
      })
    },
    () => answerFailure(values, cannot),
  )
}

const SLUG_TAKEN = "Ce slug est déjà utilisé"

/** A click in the list: done, or a toast says that it could not be. @param back where the page goes, if it has to */
function runSmall(work: () => Promise<boolean>, done: string, failed: string, back?: string) {
  return orElse(
    async () => {
      if (!(await work())) return answerToastFailure(failed, 404)
      return back ? redirectWithToast(back, { kind: "success", title: done }) : answerWithToast(done)
    },
    () => answerToastFailure(failed, 500),
  )
}
