import type { RowBadge } from "./managed-type.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"

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
