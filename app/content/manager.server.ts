import { data } from "react-router"
import { z } from "zod"
import { askDeletion } from "./ask-deletion.ts"
import { undoOfDeletion } from "./bin/bin.server.ts"
import { draftsListed, fill, loadDrafts } from "./drafts/form-drafts.server.ts"
import { runDraftAction } from "./drafts/draft-actions.server.ts"
import { COMPARE, DRAFT, VERSION } from "./drafts/draft-parameters.ts"
import { draftIntents } from "./drafts/drafts.schema.ts"
import { CARD } from "./drafts/form-values.ts"
import { savingForm } from "./drafts/saving.server.ts"
import { findAuthorName, listAuthors } from "./authors.server.ts"
import type { ListedType, ManagedType } from "./managed-type.server.ts"
import {
  csvAddress,
  type FormPlace,
  itemAddress,
  type ManagedRow,
  type ShownType,
  type TypeWords,
} from "./managed-type.ts"
import { badgeOf, publicationOf, tellPublication } from "./publication.ts"
import { contentBulkActions, DRAFTS } from "./lists/content-lists.ts"
import { each, runBulkAction, isAboutSeveral, questionAbout } from "./lists/bulk-actions.server.ts"
import type { Choice, Listing } from "./lists/list-type.ts"
import type { ListOptions } from "./lists/listed-rows.server.ts"
import { formatAgo, formatFullTime, formatLongDate, formatMoment, formatPlanned } from "#app/kit/lib/dates.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  respondFailure,
  respondInvalid,
  respondStale,
  respondToastFailure,
  respondToClick,
  orElse,
} from "#app/kit/http/responses.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { shownFields } from "#app/kit/form/field-facts.ts"
import { editedRow } from "#app/kit/form/form-fields.ts"
import { type FieldValues, type Parsed, type SentForm } from "#app/kit/http/forms.server.ts"
import { type Filters, listAddress, maxRows, parseListView, ROWS_PER_PAGE } from "./lists/list-view.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { can, type Permission } from "#app/kit/lib/rights.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import type { ReachedType } from "./reach.server.ts"
import { REVIEW } from "./review.ts"
import { setAuthor, setReview } from "./reviews.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"

type List<Row, Measured extends { total: number }> = {
  /** How it is narrowed down and sorted, or the parameters that narrow it down by whatever they hold. */
  filterNames?: readonly string[] | Pick<Listing, "filters" | "sorts">
  list: (options: ListOptions & { filters: Filters }) => Promise<Row[]>
  /** How many rows `list` would go through, counted no further than `most`, and what else is said of all of them. */
  measure: (asked: { search: string; filters: Filters }, most: number) => Promise<Measured>
  /** Shown when the list cannot be loaded (docs/product.md 15.4). */
  cannotLoad: string
}

/**
 * One page of a list of the back office, which ends after `maxRows`: then `total` is one more than these. A list that
 * cannot be loaded is logged and empty, with a `failure` to show.
 *
 * @param url its parameters: `q` searches, `page` turns the pages
 */
export async function loadList<Row, Measured extends { total: number }>(
  url: URL,
  { list, measure, cannotLoad, filterNames }: List<Row, Measured>,
) {
  const view = parseListView(url.searchParams, filterNames)
  const { page, ...asked } = view
  const most = maxRows(view)
  const options = { ...asked, limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE }
  try {
    const [rows, measured] = await Promise.all([
      options.offset < most ? list(options) : [],
      measure(asked, most + 1),
    ])
    return { view, rows, ...measured, failure: undefined }
  } catch (error) {
    log.error(error, "list not loaded")
    const nothing: Partial<Measured> = {}
    return { view, rows: [], ...nothing, total: 0, failure: cannotLoad }
  }
}

/** A page with a list; 503 when that could not be loaded. */
export function respondWithList<Page extends { failure: string | undefined }>(page: Page) {
  return data(page, { status: page.failure ? 503 : 200 })
}

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
  if (edited && place === "card" && type.isClosed?.(edited))
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

/** The fields that a form from the card does not have, as they are stored. */
async function otherFields({ cardFields, store }: ManagedType, id: number, values: FieldValues) {
  if (!cardFields || values[CARD] === undefined) return {}
  const stored = Object.entries((await store.formOf?.(id)) ?? {})
  return Object.fromEntries(stored.filter(([name]) => !cardFields.includes(name)))
}

const FILLINGS = [DRAFT, VERSION, COMPARE]

/** The page of an item whose form is filled as this address says. */
function pageFilledAs({ searchParams }: URL, path: string, id: number | undefined) {
  const kept = [...searchParams].filter(([name]) => FILLINGS.includes(name))
  return `${itemAddress(path, id ?? "new")}?${new URLSearchParams(kept)}`
}

/** With what can be done to items of every type. */
function listingOf({ words, list, store, isDraftsOnly }: ReachedType): Listing {
  const { filters, sorts, bulkActions } = list.listing()
  if (isDraftsOnly) return { filters, sorts, bulkActions: {} }
  return {
    filters,
    sorts,
    bulkActions: { ...(store.setPublished ? contentBulkActions(words) : {}), ...bulkActions },
  }
}

/** What the browser needs of a type. */
function shownType(type: ReachedType, found: Record<string, Choice[]>): ShownType {
  const { kind, hasDrafts, words, letter, action, beside, csv } = type
  const { path, title, nouns, thisOne, isFeminine, listTitle, searchLabel, emptyText, plural } = words
  const { filters, sorts, bulkActions } = listingOf(type)
  const withFound = Object.entries(filters).map(([name, { label, all, choices }]) => {
    const further = (found[name] ?? []).filter(({ value }) => !choices.some((one) => one.value === value))
    return [name, { label, all, choices: [...choices, ...further] }]
  })
  return {
    path,
    title,
    nouns,
    thisOne,
    isFeminine,
    listTitle,
    searchLabel,
    plural,
    emptyText: type.isOwnOnly ? words.emptyOwnText : emptyText,
    ownOnlyText: type.isOwnOnly ? words.ownOnlyText : undefined,
    kind,
    hasDrafts,
    new: words.new,
    isDraftsOnly: type.isDraftsOnly,
    letter,
    action,
    beside,
    sorts,
    bulkActions,
    csv: csv && csvAddress(path),
    filters: Object.fromEntries(withFound),
  }
}

type Row = {
  id: number
  title: string
  isPublished?: boolean
  publishedAt?: Date | null
  authorId?: string | null
  reviewAskedAt?: Date | null
}

const IN_REVIEW = { label: "À relire", variant: "secondary" } as const

/** What a list says of a row. */
export function managedRow(
  type: ListedType & Partial<Pick<ManagedType, "store">>,
  row: Row,
  { now, sort }: { now: Date; sort?: string },
): ManagedRow {
  const { id, title, publishedAt = null } = row
  // Of letters it says that they are in the archive.
  const isPublished = type.store?.setPublished && row.isPublished
  const publication = publicationOf({ isPublished: isPublished ?? true, publishedAt }, now)
  const publishedOn = publishedAt && !publication.scheduledFor ? formatLongDate(publishedAt) : ""
  const reviewAskedAt = isPublished === false ? row.reviewAskedAt : undefined
  const badge = isPublished === undefined ? undefined : reviewAskedAt ? IN_REVIEW : badgeOf(publication)
  const plannedFor =
    isPublished === false && publishedAt && publishedAt > now ? formatPlanned(publishedAt, now) : undefined
  const review = reviewAskedAt ? formatAgo(reviewAskedAt, now) : undefined
  return { id, title, isPublished, plannedFor, badge, review, ...type.row(row, { publishedOn, sort }) }
}

/** What a question calls an item. */
function titled(item: { id: number; title?: unknown }) {
  return { id: item.id, title: String(item.title) }
}

/** Who sends a form of the back office. */
export type Sender = {
  viewer: Contributor
  /** @throws where they have to re-authenticate first */
  reauthenticate: (form: SentForm) => Promise<void>
  /** What they are told where they lack a right. */
  explain: (permission: Permission) => Promise<string>
}

/** An identifier that no row can have is one that no row has. */
const oneRow = z.object({
  id: z
    .string()
    .transform((id) => parseId(id) ?? 0)
    .catch(0),
})

/** When something was published that is published again: a time that a date can have, or none. */
const formerTime = z.iso
  .datetime()
  .transform((time) => new Date(time))
  .pipe(z.date().min(new Date("1900-01-01")).max(new Date("9999-12-31")))
  .optional()
  .catch(undefined)

/** What can be asked of a manager's page. */
export function intentsOf(type: ManagedType) {
  const drafts = type.hasDrafts ? Object.keys(draftIntents) : []
  const published = type.store.setPublished ? ["publish", "unpublish"] : []
  const written = type.written ? ["end-review", "author"] : []
  return [...new Set(["save", "delete", ...published, ...written, ...type.list.offered(), ...drafts])]
}

/**
 * Does what a form of a manager's page asks for, or of an item's own page.
 *
 * @param place where the form stands: saved on its own page, it stays there
 */
export async function runManager(
  sent: SentForm,
  url: URL,
  type: ReachedType,
  sender: Sender,
  place: FormPlace = "card",
) {
  const form = sent.complete(await otherFields(type, parseId(sent.values.id ?? "") ?? 0, sent.values))
  if (!intentsOf(type).includes(form.intent ?? "")) throw unknownIntent()
  const { words, store } = type
  const listed = { ...words, ...listingOf(type) }
  const setPublished = store.setPublished?.bind(store)
  const refused = type.isDraftsOnly && (await refusePublishing(form, type, sender))
  if (refused) return refused
  if (isAboutSeveral(form, listed))
    return runBulkAction(form, url, listed, type.list.rows, {
      ...(setPublished && {
        publish: each((id) => setPublished(id, true)),
        unpublish: each((id) => setPublished(id, false)),
      }),
      delete: each((id) => store.remove(id)),
      ...type.list.runs,
    })
  const asked = parseIntent(form, {
    save: type.form,
    delete: oneRow,
    publish: oneRow.extend({ at: formerTime }),
    unpublish: oneRow.extend({ at: formerTime }),
    "end-review": oneRow,
    author: oneRow.extend({ author: z.string().default("") }),
    ...draftIntents,
  })
  const view = parseListView(url.searchParams, listed)
  const list = listAddress(words.path, view)
  const editId = url.searchParams.get("edit")
  const isPage = place === "page"
  switch (asked.intent) {
    case "save":
      if (asked.ok && (await type.isDangerous?.(asked.value, form.values))) await sender.reauthenticate(form)
      return saveItem(form.values, asked, type, sender.viewer.id, isPage ? undefined : list)
    case "delete": {
      const id = asked.ok ? asked.value.id : 0
      return removeItem(type, id, isPage || editId === String(id) ? list : undefined)
    }
    case "publish":
    case "unpublish": {
      const id = asked.ok ? asked.value.id : 0
      return respondToClick(
        () =>
          togglePublished(type, id, asked.intent === "publish", asked.ok ? asked.value.at : undefined, list),
        words.cannotToggle,
      )
    }
    case "end-review":
      return respondToClick(
        async () =>
          asked.ok &&
          !(await type.isOfOthers(asked.value.id)) &&
          (await setReview(type, asked.value.id, false)) &&
          REVIEW_ENDED,
        words.cannotUpdate,
      )
    case "author":
      if (!can(sender.viewer, "administration"))
        return respondToastFailure(await sender.explain("administration"), 403)
      return respondToClick(
        async () => asked.ok && (await setAuthor(type, asked.value.id, asked.value.author)) && words.updated,
        words.cannotUpdate,
      )
    default:
      if (
        asked.intent === "share" &&
        asked.ok &&
        asked.value.of === "item" &&
        (await type.isOfOthers(asked.value.id))
      )
        return respondToastFailure(words.notFound, 404)
      return runDraftAction(
        asked,
        url,
        type,
        isPage ? url.pathname : listAddress(words.path, view, parseId(editId ?? "")),
        type.isOwnOnly,
      )
  }
}

/** Publishes an item or takes it back. @param list where that was, and can be undone. @returns what is said of it */
async function togglePublished(
  { words, list: rows, store }: ReachedType,
  id: number,
  isPublished: boolean,
  at: Date | undefined,
  list: string,
) {
  const before = (await rows.one(id)) as Row | undefined
  if (!(await store.setPublished?.(id, isPublished, at))) return false
  const description = tellState(words, (await rows.one(id)) as Row | undefined, before)
  const fields = { intent: "publish", id: String(id), at: before?.publishedAt?.toISOString() ?? "" }
  const undo = !isPublished && before?.isPublished ? { to: list, fields } : undefined
  return { title: words.updated, description, undo }
}

/** What became of a row of what can be published. */
function tellState(words: TypeWords, row: Row | undefined, before: Row | undefined, now = new Date()) {
  if (!row) return undefined
  const item = ({ title, isPublished = false, publishedAt = null }: Row) => ({
    title,
    isPublished,
    publishedAt,
  })
  return tellPublication(words, item(row), before && publicationOf(item(before), now).status, now)
}

const REVIEW_ENDED = "Ce brouillon n’attend plus de relecture"

/** What those are told who write what others publish, where a form asks for more than that; undefined where it does not. */
async function refusePublishing(form: SentForm, type: ReachedType, { explain }: Sender) {
  const { intent = "", values } = form
  if (["publish", "unpublish", "delete", ...type.list.offered()].includes(intent))
    return respondToastFailure(await explain("publishing"), 403)
  if (intent !== "save") return undefined
  const row = (await type.list.one(parseId(values.id ?? "") ?? 0)) as Row | undefined
  return values.isPublished || row?.isPublished
    ? respondFailure(values, await explain("publishing"), 403)
    : undefined
}

const unknownIntent = () => data({ title: "Action inconnue" }, { status: 400 })

/** @param back where to go, when it is in the form */
function removeItem({ kind, words, store, cannotDeleteNow = "" }: ManagedType, id: number, back?: string) {
  return orElse(
    async () => {
      const removed = await store.remove(id)
      if (removed === "refused") return respondToastFailure(cannotDeleteNow, 409)
      return respondToClick(
        async () => removed && { title: words.deleted, undo: await undoOfDeletion(kind, id) },
        words.cannotDelete,
        back,
      )
    },
    () => respondToastFailure(words.cannotDelete, 500),
  )
}

/** Saves what a form holds. @param list where that leads to; without it to the item's own page */
async function saveItem(
  values: FieldValues,
  parsed: Parsed<unknown>,
  type: ReachedType,
  userId: string,
  list?: string,
) {
  const { words, store, addressOf } = type
  const isNew = values.id === undefined
  const cannot = isNew ? words.cannotCreate : words.cannotUpdate
  const row = editedRow.safeParse(values)
  if (!isNew && !row.success) return respondFailure(values, cannot, 404)
  if (!parsed.ok) return respondInvalid(parsed)

  return orElse(
    async () => {
      const before = row.success ? ((await type.list.one(row.data.id)) as Row | undefined) : undefined
      const saved = await savingForm(values, () =>
        row.success
          ? store.update(row.data.id, row.data.version, parsed.value)
          : store.create(parsed.value, userId),
      )
      if (saved.outcome === "missing") return respondFailure(values, `${cannot} : il n’existe plus`, 404)
      if (saved.outcome === "stale") return respondStale(values, saved.version)
      if (saved.outcome === "slug-taken") return respondInvalid({ values, errors: { slug: SLUG_TAKEN } })
      if (saved.outcome === "invalid") return respondInvalid({ values, errors: saved.errors })
      const stored = store.setPublished && ((await type.list.one(saved.id)) as Row | undefined)
      const address = !stored || isPublic(stored) ? await addressOf?.(saved.id, parsed.value) : undefined
      const isSent = values[REVIEW.name] === REVIEW.value && (await setReview(type, saved.id, true))
      return redirectWithToast(list ?? itemAddress(words.path, saved.id), {
        kind: "success",
        title: isNew ? words.created : words.updated,
        description:
          [isSent ? REVIEW_ASKED : tellState(words, stored, before), saved.said].filter(Boolean).join(" ") ||
          undefined,
        link: address ? { to: address, label: "Voir sur le site" } : undefined,
      })
    },
    () => respondFailure(values, cannot),
  )
}

const isPublic = ({ isPublished = false, publishedAt = null }: Row) =>
  publicationOf({ isPublished, publishedAt }, new Date()).status === "published"

const REVIEW_ASKED = "Envoyé pour relecture."
const SLUG_TAKEN = "Ce slug est déjà utilisé"
