import type { PublicComment } from "./comments.server.ts"

type Page = { comments: PublicComment[]; older: string | null; isFirstPage: boolean }

/**
 * Adds a page of comments to those already shown, newest first and each once. Where the page reaches it has the last
 * word: what it no longer holds there was deleted.
 */
export function mergeComments(known: PublicComment[], page: Page | undefined) {
  if (!page) return known
  const last = page.comments.at(-1)
  const isCovered = (comment: PublicComment) =>
    page.isFirstPage && (page.older === null || (last !== undefined && compare(comment, last) <= 0))
  const fresh = new Set(page.comments.map(({ id }) => id))
  const kept = known.filter((comment) => !fresh.has(comment.id) && !isCovered(comment))
  return [...page.comments, ...kept].sort(compare)
}

function compare(a: PublicComment, b: PublicComment) {
  return b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
}
