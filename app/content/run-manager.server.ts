import { data } from "react-router"
import { z } from "zod"
import { editedRow, oneRow } from "#app/kit/form/form-fields.ts"
import type { FieldValues, Parsed, SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondStale,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { can, type Contributor, type Permission } from "#app/kit/lib/rights.ts"
import { undoOfDeletion } from "./bin/bin.server.ts"
import { otherFields } from "./card-fields.server.ts"
import { runDraftAction } from "./drafts/draft-actions.server.ts"
import { draftIntents } from "./drafts/drafts.schema.ts"
import { typedForm } from "./drafts/typed-form.ts"
import { each, isAboutSeveral, runBulkAction } from "./lists/bulk-actions.server.ts"
import { listAddress, parseListView } from "./lists/list-view.ts"
import { formerTime, formerTimeOf, undoOfUnpublishing } from "./lists/unpublished.server.ts"
import type { ManagedType } from "./managed-type.server.ts"
import { type FormPlace, itemAddress, type TypeWords } from "./managed-type.ts"
import { publicationOf, tellPublication } from "./publication.ts"
import type { ReachedType } from "./reach.server.ts"
import { REVIEW } from "./review.ts"
import { setAuthor, setReview } from "./reviews.server.ts"
import { listingOf, type Row } from "./shown-type.server.ts"

/** Who sends a form of the back office. */
export type Sender = {
  viewer: Contributor
  /** @throws where they have to re-authenticate first */
  reauthenticate: (form: SentForm) => Promise<void>
  /** What they are told where they lack a right. */
  explain: (permission: Permission) => Promise<string>
}

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
  const form = sent.complete(await otherFields(type, parseId(sent.values.id ?? ""), sent.values))
  if (!intentsOf(type).includes(form.intent ?? "")) throw unknownIntent()
  const { words, store } = type
  const listed = { ...words, ...listingOf(type) }
  const setPublished = store.setPublished?.bind(store)
  const refused = type.isDraftsOnly && (await refusePublishing(form, type, sender))
  if (refused) return refused
  if (type.holdsPeople && form.intent === "delete") await sender.reauthenticate(form)
  if (isAboutSeveral(form, listed)) {
    const runs = {
      ...(setPublished && {
        publish: each((id, value) => setPublished(id, true, formerTimeOf(id, value))),
        unpublish: each((id) => setPublished(id, false)),
      }),
      delete: each((id) => store.remove(id)),
      ...type.list.runs,
    }
    const find = (id: number) => type.list.one(id) as Promise<Row | undefined>
    return runBulkAction(form, url, listed, type.list.rows, runs, {
      undo: (ids, list) => (form.intent === "unpublish" ? undoOfUnpublishing(ids, find, list) : undefined),
    })
  }
  const asked = parseIntent(form, {
    save: type.form,
    delete: oneRow,
    publish: oneRow.extend({ at: formerTime }),
    unpublish: oneRow,
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
      if (!asked.ok) return respondToastFailure(words.cannotDelete, 404)
      const { id } = asked.value
      return removeItem(type, id, isPage || editId === String(id) ? list : undefined)
    }
    case "publish":
    case "unpublish":
      return respondToClick(
        async () => asked.ok && togglePublished(type, asked.value, asked.intent === "publish", list),
        words.cannotToggle,
      )
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
  { id, at }: { id: number; at?: Date },
  isPublished: boolean,
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
  const id = parseId(values.id ?? "")
  const row = id === undefined ? undefined : ((await type.list.one(id)) as Row | undefined)
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
      const typed = typedForm(values)
      const saved = await (row.success
        ? store.update(row.data.id, row.data.version, parsed.value, typed)
        : store.create(parsed.value, userId, typed))
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
