type Dated = { id: number; createdAt: Date }
type Page<Comment> = { comments: Comment[]; older: string | null; isFirstPage: boolean }

/**
 * Adds a page of comments to those already shown, newest first and each once. Where the page reaches it has the last
 * word: what it no longer holds there was deleted.
 */
export function mergeComments<Comment extends Dated>(known: Comment[], page: Page<Comment> | undefined) {
  if (!page) return known
  const last = page.comments.at(-1)
  const isCovered = (comment: Comment) =>
    page.isFirstPage && (page.older === null || (last !== undefined && compare(comment, last) <= 0))
  return merge(known, page.comments, isCovered).sort(compare)
}

type Replies<Reply> = { replies: Reply[]; more: string | null }

/**
 * The same for the replies to one comment, oldest first.
 *
 * @param isFirstPage only that one says that what it does not hold was deleted
 */
export function mergeReplies<Reply extends Dated>(
  known: Reply[],
  page: Replies<Reply> | undefined,
  isFirstPage: boolean,
) {
  if (!page) return known
  const last = page.replies.at(-1)
  const isCovered = (reply: Reply) =>
    isFirstPage && (page.more === null || (last !== undefined && compare(reply, last) >= 0))
  return merge(known, page.replies, isCovered).sort((a, b) => compare(b, a))
}

function merge<Comment extends Dated>(
  known: Comment[],
  fresh: Comment[],
  isCovered: (comment: Comment) => boolean,
) {
  const ids = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...known.filter((comment) => !ids.has(comment.id) && !isCovered(comment))]
}

function compare(a: Dated, b: Dated) {
  return b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
}
