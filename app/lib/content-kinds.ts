/** What visitors find on the site. */
export const SITE_KINDS = ["episode", "news", "post", "page"] as const
export type SiteKind = (typeof SITE_KINDS)[number]

/** What hosts write and publish, as drafts, versions, previews and the log call it. */
export const CONTENT_KINDS = [...SITE_KINDS, "letter"] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const isContentKind = (kind: string): kind is ContentKind =>
  (CONTENT_KINDS as readonly string[]).includes(kind)
