import { formatAgo, formatLongDate, formatPlanned } from "#app/kit/lib/dates.ts"
import { contentBulkActions } from "./lists/content-lists.ts"
import type { Choice, Listing } from "./lists/list-type.ts"
import type { ListedType, ManagedType } from "./managed-type.server.ts"
import { csvAddress, type ManagedRow, type ShownType } from "./managed-type.ts"
import { badgeOf, publicationOf } from "./publication.ts"
import type { ReachedType } from "./reach.server.ts"

/** With what can be done to items of every type. */
export function listingOf({ words, list, store, isDraftsOnly }: ReachedType): Listing {
  const { filters, sorts, bulkActions } = list.listing()
  if (isDraftsOnly) return { filters, sorts, bulkActions: {} }
  return {
    filters,
    sorts,
    bulkActions: { ...(store.setPublished ? contentBulkActions(words) : {}), ...bulkActions },
  }
}

/** What the browser needs of a type. */
export function shownType(type: ReachedType, found: Record<string, Choice[]>): ShownType {
  const { kind, hasDrafts, isWrittenOnPage, words, letter, action, beside, csv } = type
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
    isWrittenOnPage,
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

/** What a row has, of types that can be published and have authors. */
export type Row = {
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
