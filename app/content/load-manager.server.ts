import { data } from "react-router"
import { shownFields } from "#app/kit/form/field-facts.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { formatFullTime, formatMoment } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { can, type Contributor } from "#app/kit/lib/rights.ts"
import { askDeletion } from "./ask-deletion.ts"
import { findAuthorName, listAuthors } from "./authors.server.ts"
import { otherFields } from "./card-fields.server.ts"
import { COMPARE, DRAFT, VERSION } from "./drafts/draft-parameters.ts"
import { draftsListed, fill, loadDrafts } from "./drafts/form-drafts.server.ts"
import { questionAbout } from "./lists/bulk-actions.server.ts"
import { DRAFTS } from "./lists/content-lists.ts"
import { parseListView } from "./lists/list-view.ts"
import { loadList } from "./lists/load-list.server.ts"
import type { ManagedType } from "./managed-type.server.ts"
import { type FormPlace, itemAddress } from "./managed-type.ts"
import type { ReachedType } from "./reach.server.ts"
import { listingOf, managedRow, type Row, shownType } from "./shown-type.server.ts"

/**
 * What a manager's page shows: one page of its list, the item in the card (`edit` in the address), and the question that
 * the address asks for.
 *
 * @throws 404 when there is no such item, a redirect where it is not edited here
 */
export async function loadManager(url: URL, type: ReachedType) {
  const { words, list } = type
  const listed = { ...words, ...listingOf(type) }
  const editId = url.searchParams.get("edit")
  if (FILLINGS.some((name) => url.searchParams.has(name)))
    throw redirectTo(pageFilledAs(url, words.path, parseId(editId ?? "")))
  const askAboutBulkActions = Object.fromEntries(
    Object.keys(listed.bulkActions).map((name) => [name, () => questionAbout(url, listed, list.rows, name)]),
  )
  const [{ rows, ...page }, found, form] = await Promise.all([
    loadList(url, {
      filterNames: listed,
      list: list.list,
      measure: list.measure,
      cannotLoad: words.cannotLoad,
    }),
    list.found(),
    loadForm(url, type, editId === null ? null : (parseId(editId) ?? 0), "card", {
      ...askAboutBulkActions,
      delete: () =>
        url.searchParams.has("id") ? undefined : questionAbout(url, listed, list.rows, "delete"),
    }),
  ])
  const now = new Date()
  const { states = {} } = page
  return {
    ...page,
    ...form,
    begun: draftsListed(page.view, form.drafts),
    states:
      DRAFTS in states ? { ...states, [DRAFTS]: states[DRAFTS] + form.drafts.newDrafts.length } : states,
    type: shownType(type, found),
    rows: rows.map((row) => managedRow(type, row, { now, sort: page.view.sort })),
  }
}

/**
 * What the page of one thing shows: its form, and what belongs to it.
 *
 * @param id null for a new one
 * @param viewer who looks at it
 * @throws 404 when there is no such item
 */
export async function loadItem(url: URL, type: ReachedType, id: number | null, viewer: Contributor) {
  const [form, row, authors] = await Promise.all([
    loadForm(url, type, id, "page", {}),
    id === null ? undefined : type.list.one(id),
    // Given away by admins only.
    id !== null && type.written && can(viewer, "administration") ? listAuthors() : undefined,
  ])
  const { authorId, publishedAt } = (row ?? {}) as Partial<Row>
  const now = new Date()
  const known = authors?.find(({ id: one }) => one === authorId)?.name
  const author = authorId && { id: authorId, name: known ?? (await findAuthorName(authorId)) ?? "" }
  return {
    ...form,
    type: shownType(type, {}),
    /** What its list says of it. */
    row: row && managedRow(type, row, { now }),
    savedAt: row && formatMoment(row.updatedAt, now),
    publication: publishedAt ? { time: publishedAt.getTime(), said: formatFullTime(publishedAt) } : undefined,
    author: author || undefined,
    // Who left the team stays the author of what they wrote.
    authors: authors && author && known === undefined ? [author, ...authors] : authors,
    view: parseListView(url.searchParams),
  }
}

type Askers = Record<
  string,
  (parameters: URLSearchParams) => Promise<Question | null | undefined> | undefined
>

/** A form, filled with an item or with what the address names, and what the address asks about it. */
async function loadForm(url: URL, type: ManagedType, id: number | null, place: FormPlace, askers: Askers) {
  const { words, store } = type
  const askAbout = async (parameters: URLSearchParams) => {
    const asked = await askers.delete?.(parameters)
    if (asked !== undefined) return asked
    const item = await store.find(parseId(parameters.get("id") ?? "") ?? 0)
    return item && (type.askDeletion?.(item) ?? askDeletion(words, titled(item)))
  }
  const finding = id === null ? Promise.resolve(null) : store.find(id)
  const [edited, question, { filled, ...drafts }, formShows] = await Promise.all([
    finding,
    findAsked(url, { ...askers, delete: askAbout }, words.notFound),
    loadDrafts(url, type, id, place === "card"),
    finding.then((item) => (item === undefined ? undefined : type.formShows?.(url, item, place))),
  ])
  if (edited === undefined) throw data({ title: words.notFound }, { status: 404 })
  if (edited && place === "card" && (type.isWrittenOnPage || type.isClosed?.(edited)))
    throw redirectTo(itemAddress(words.path, edited.id))
  const others = filled && edited ? await otherFields(type, edited.id, filled.values) : {}
  return {
    edited,
    fields: shownFields(type.form),
    question,
    drafts,
    filled: filled && fill({ ...filled, values: { ...others, ...filled.values } }, edited),
    formShows,
  }
}

const FILLINGS = [DRAFT, VERSION, COMPARE]

/** The page of an item whose form is filled as this address says. */
function pageFilledAs({ searchParams }: URL, path: string, id: number | undefined) {
  const kept = [...searchParams].filter(([name]) => FILLINGS.includes(name))
  return `${itemAddress(path, id ?? "new")}?${new URLSearchParams(kept)}`
}

/** What a question calls an item. */
function titled(item: { id: number; title?: unknown }) {
  return { id: item.id, title: String(item.title) }
}
