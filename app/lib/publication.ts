export type PublicationStatus = "published" | "draft" | "scheduled"

/** Publié, Brouillon or Programmé. Depends on the time: compute it on the server and send the word. */
export function publicationStatus(
  item: { isPublished: boolean; publishedAt: Date | null },
  now: Date,
): PublicationStatus {
  if (!item.isPublished) return "draft"
  return item.publishedAt && item.publishedAt > now ? "scheduled" : "published"
}
