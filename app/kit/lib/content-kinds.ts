/** What hosts write and publish, as drafts, versions, previews, the search and the log call it. */
export const CONTENT_KINDS = ["episode", "news", "post", "page", "letter"] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const isContentKind = (kind: string): kind is ContentKind =>
  (CONTENT_KINDS as readonly string[]).includes(kind)
