import { ARCHIVE_FEED } from "./archive-addresses.ts"

/** By this in a page's head, applications find the archive's feed. */
export function archiveFeedLink(podcast: string) {
  const title = `Lettres · ${podcast}`
  return {
    tagName: "link",
    rel: "alternate",
    type: "application/rss+xml",
    title,
    href: ARCHIVE_FEED,
  } as const
}
