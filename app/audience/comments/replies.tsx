import { useState } from "react"
import { useFetcher } from "react-router"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { AFTER, commentAnchor, THREAD, threadAddress } from "./comment-addresses.ts"
import { type Remove, ReplyEntry } from "./comment-entry.tsx"
import type { CommentsPage, PublicComment } from "./comments.server.ts"
import { MAX_COUNTED_REPLIES } from "./comments.copy.ts"
import { mergeReplies } from "./merge-comments.ts"

type Props = {
  comment: PublicComment
  path: string
  /** The comment is shown without the others, so that its replies have pages of their own. */
  isAlone: boolean
  deleted: number[]
  remove: Remove
}

/** The replies below a comment, oldest first: some, then the others on demand. */
export function Replies({ comment, path, isAlone, deleted, remove }: Props) {
  const { data, load, state } = useFetcher<CommentsPage>()
  const [current, setCurrent] = useState(comment)
  const [known, setKnown] = useState(comment.replies)
  if (comment !== current) {
    setCurrent(comment)
    setKnown(mergeReplies(known, comment, true))
  }
  const further = data?.comments.find(({ id }) => id === comment.id)
  const all = mergeReplies(known, further, false)
  const shown = all.filter(({ id }) => !deleted.includes(id))
  const more = further ? further.more : comment.more
  if (shown.length === 0 && more === null) return null

  const loadMore = (event: React.MouseEvent) => {
    event.preventDefault()
    if (more === null || state !== "idle" || !navigator.onLine) return
    setKnown(all)
    void load(`${path}/comments?${THREAD}=${comment.id}&${AFTER}=${more}`)
  }
  return (
    <>
      <ol className="mt-4 grid grid-cols-1 gap-5">
        {shown.map((reply) => (
          <li key={reply.id}>
            <ReplyEntry reply={reply} remove={remove} />
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="empty:hidden">
        {more !== null && (
          <PageLink
            to={`${threadAddress(path, comment.id, isAlone ? more : null)}#${commentAnchor(comment.id)}`}
            rel="nofollow"
            preventScrollReset
            onClick={loadMore}
            data-scripted
            className="mt-3 inline-flex min-h-11 items-center font-semibold text-gold underline underline-offset-4"
          >
            {state === "idle"
              ? labelOf(comment.replyCount, isAlone || further !== undefined)
              : "Chargement..."}
          </PageLink>
        )}
      </div>
    </>
  )
}

function labelOf(count: number, isGoingOn: boolean) {
  if (isGoingOn) return "Réponses suivantes"
  return count > MAX_COUNTED_REPLIES ? "Voir toutes les réponses" : `Voir les ${count} réponses`
}
