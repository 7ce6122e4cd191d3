import type { RowBadge } from "./managed-type.ts"
import { formatLongTime, formatPlanned } from "#app/kit/lib/dates.ts"

export type PublicationStatus = "published" | "draft" | "scheduled"

/** What the back office and an admin's page say of an item; `scheduledFor` only of a scheduled one. */
export type Publication = { status: PublicationStatus; scheduledFor?: string }

type Item = { isPublished: boolean; publishedAt: Date | null }

/** Publié, Brouillon or Programmé, and until when. Depends on the time: compute it on the server and send the words. */
export function publicationOf({ isPublished, publishedAt }: Item, now: Date): Publication {
  if (!isPublished) return { status: "draft" }
  return publishedAt && publishedAt > now
    ? { status: "scheduled", scheduledFor: formatLongTime(publishedAt) }
    : { status: "published" }
}

/**
 * What became of an item, in a sentence; nothing where it only went on being published.
 *
 * @param before undefined of a new one
 */
export function tellPublication(
  { isFeminine }: { isFeminine?: boolean },
  item: Item & { title: string },
  before: PublicationStatus | undefined,
  now: Date,
) {
  const e = isFeminine ? "e" : ""
  const { status } = publicationOf(item, now)
  if (status === "scheduled" && item.publishedAt)
    return `Programmé${e} pour le ${formatPlanned(item.publishedAt, now)}.`
  if (status === "published")
    return before === "published"
      ? undefined
      : `Publié${e}\u00a0: ${isFeminine ? "elle" : "il"} est en ligne.`
  if (before === "published") return `«\u00a0${item.title}\u00a0» n’est plus en ligne.`
  if (before === "scheduled") return `«\u00a0${item.title}\u00a0» n’est plus programmé${e}.`
  return `Enregistré${e} comme brouillon.`
}

const BADGES = {
  published: { label: "Publié", variant: "default" },
  draft: { label: "Brouillon", variant: "outline" },
  scheduled: { label: "Programmé", variant: "secondary" },
} as const satisfies Record<PublicationStatus, RowBadge>

/** What a list says of it. */
export const badgeOf = ({ status, scheduledFor }: Publication): RowBadge => ({
  ...BADGES[status],
  until: scheduledFor,
})
