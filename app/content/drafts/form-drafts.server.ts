import { data } from "react-router"
import type { z } from "zod"
import { actingId } from "#app/db/audit.server.ts"
import { fieldWords } from "#app/kit/form/field-facts.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { formatLongTime, formatMoment } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { DRAFTS, STATE } from "../lists/content-lists.ts"
import type { ListView } from "../lists/list-view.ts"
import { searchable } from "#app/kit/lib/search-words.ts"
import { compare } from "./compare.server.ts"
import { COMPARE, DRAFT, VERSION } from "./draft-parameters.ts"
import { findDraft, findDraftOfItem, listNewDrafts, listOthersWriting } from "./drafts.server.ts"
import { listLinks } from "./preview-links.server.ts"
import { findVersion, listVersions } from "./revisions.server.ts"

/** What a form is filled with instead of what is stored. */
export type Filling = { values: FieldValues; version?: number }

/**
 * What belongs to the form of a manager: the person's drafts, and of an item its versions and its secret addresses. What the
 * form is filled with (`filled`) stands in the address: a draft or a version.
 *
 * @param itemId the item in the form; null for a new one
 * @param isBrief of a form in the card beside a list: versions and secret addresses are on the item's page
 * @throws 404 when the draft or the version of the address is not there
 */
export async function loadDrafts(url: URL, type: Kept, itemId: number | null, isBrief: boolean) {
  const loading = findDrafts(url, type, itemId, isBrief)
  // What the address asks for fills the form. Without the rest there is a form still, with what was typed into it.
  if ([DRAFT, VERSION, COMPARE].some((name) => url.searchParams.has(name))) return loading
  return (await loadOr(loading, NOTHING)).value
}

type Kept = { kind: string; hasDrafts?: true; form: z.ZodType }

async function findDrafts(
  url: URL,
  { kind, hasDrafts, form }: Kept,
  itemId: number | null,
  isBrief: boolean,
) {
  const userId = actingId()
  if (!hasDrafts || userId === null) return NOTHING
  const asked = (name: string) => {
    const text = url.searchParams.get(name)
    return text === null ? undefined : (parseId(text) ?? 0)
  }
  const [newDrafts, draftOfItem, draft, others, versions, version, compared] = await Promise.all([
    listNewDrafts(kind, userId),
    itemId === null ? undefined : findDraftOfItem(kind, itemId, userId),
    findAsked(asked(DRAFT), (id) => findDraft(kind, id, userId), "Brouillon non trouvé"),
    itemId === null ? [] : listOthersWriting(kind, itemId, userId),
    itemId === null || isBrief ? [] : listVersions(kind, itemId),
    itemId === null ? undefined : findAskedVersion(kind, itemId, asked(VERSION)),
    itemId === null ? undefined : findAskedVersion(kind, itemId, asked(COMPARE)),
  ])
  if (draft && draft.itemId !== itemId) throw missing("Brouillon non trouvé")
  const own = draftOfItem ? [draftOfItem.id] : newDrafts.map(({ id }) => id)
  const [links, now] = [isBrief ? [] : await listLinks(kind, itemId, own), new Date()]
  const newest = versions[0] && compared && (await findVersion(kind, itemId ?? 0, versions[0].id))
  const opened = draft ?? draftOfItem
  return {
    userDraft: opened
      ? { id: opened.id, version: opened.version, savedAt: formatMoment(opened.updatedAt, now) }
      : null,
    isDraftOpen: draft !== undefined,
    othersWriting: others.map(({ email, savedAt }) => ({ email, savedAt: formatMoment(savedAt, now) })),
    newDrafts: newDrafts.map(({ id, title, updatedAt }) => ({
      id,
      title,
      savedAt: formatMoment(updatedAt, now),
    })),
    versions: versions.map(({ savedAt, ...one }) => ({ ...one, savedAt: formatLongTime(savedAt) })),
    openedVersion: version ? { id: version.id, savedAt: formatLongTime(version.savedAt) } : null,
    compared: compared && {
      id: compared.id,
      savedAt: formatLongTime(compared.savedAt),
      fields: compare(compared.values, newest?.values ?? {}, fieldWords(form)),
    },
    links: links.map(({ createdAt, ...link }) => ({ ...link, createdAt: formatLongTime(createdAt) })),
    filled: filling(draft, version),
  }
}

export type NewDraft = LoadedDrafts["newDrafts"][number]

/**
 * The drafts of new items that a list shows as its first rows: on its first page, where nothing narrows it down but drafts
 * and what they are called.
 */
export function draftsListed({ page, search, filters }: ListView, { newDrafts }: LoadedDrafts) {
  const { [STATE]: state = DRAFTS, ...others } = filters
  if (page > 1 || state !== DRAFTS || Object.keys(others).length > 0) return []
  const words = searchable(search)
  return newDrafts.filter(({ title }) => searchable(title).includes(words))
}

/** What `loadDrafts` finds, as the page has it. */
export type LoadedDrafts = Omit<Awaited<ReturnType<typeof loadDrafts>>, "filled">

const NOTHING = {
  userDraft: null,
  isDraftOpen: false,
  othersWriting: [],
  newDrafts: [],
  versions: [],
  openedVersion: null,
  compared: undefined,
  links: [],
  filled: undefined,
}

type Draft = NonNullable<Awaited<ReturnType<typeof findDraft>>>
type Version = NonNullable<Awaited<ReturnType<typeof findVersion>>>

function filling(draft: Draft | undefined, version: Version | undefined): Filling | undefined {
  if (draft) return { values: draft.values, version: draft.basedOn ?? undefined }
  return version && { values: version.values }
}

/**
 * The answer that a form would have shown had it come back with what it is filled with. What visitors change meanwhile is of
 * now: a version of last year does not bring back its figures.
 */
export function fill({ values, version }: Filling, edited: Record<string, unknown> | null): FormResponse {
  const views = typeof edited?.views === "number" ? String(edited.views) : undefined
  const figures: FieldValues = views === undefined || "views" in values ? {} : { views, viewsBefore: views }
  return { values: { ...values, ...figures }, errors: {}, version }
}

async function findAsked<Found>(
  id: number | undefined,
  find: (id: number) => Promise<Found | undefined>,
  notFound: string,
) {
  if (id === undefined) return undefined
  const found = await find(id)
  if (!found) throw missing(notFound)
  return found
}

const findAskedVersion = (kind: string, itemId: number, id: number | undefined) =>
  findAsked(id, (asked) => findVersion(kind, itemId, asked), "Version non trouvée")

const missing = (title: string) => data({ title }, { status: 404 })
