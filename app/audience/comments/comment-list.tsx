import { lazy, useState } from "react"
import { useFetcher, useSearchParams } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import {
  AFTER,
  commentAnchor,
  FORM,
  NEWEST,
  OLDER,
  REPLY_TO,
  threadAddress,
  viewAddress,
} from "./comment-addresses.ts"
import { CommentEntry, type Remove, type ReplyTo } from "./comment-entry.tsx"
import { mergeComments } from "./merge-comments.ts"
import { Replies } from "./replies.tsx"
import type { CommentsPage } from "./comments.server.ts"

/** Only for those who may delete: visitors load nothing of it. */
const DeleteComment = lazy(() => import("./delete-comment.tsx"))

/** How the deletion of a comment is told to the list. */
const DELETION = "delete-comment"

type Props = {
  episodeId: number
  page: CommentsPage
  canModerate: boolean
  /** Null where comments are closed. */
  onReply: ((to: ReplyTo) => void) | null
}

/**
 * The comments, newest first, each with its first replies; or one of them with all. Older ones are added below on demand; a
 * page that arrives anew, because somebody posted, is merged into what is shown, so that nobody loses their place.
 */
export function CommentList({ episodeId, page, canModerate, onReply }: Props) {
  const { data: further, load, state } = useFetcher<CommentsPage>()
  const { data: deletion } = useFetcher<{ deletedId?: number }>({ key: DELETION })
  const [search] = useSearchParams()
  const { texts } = usePodcast()
  const [current, setCurrent] = useState(page)
  const [known, setKnown] = useState(page.comments)
  const [deleted, setDeleted] = useState<number[]>([])
  if (page !== current) {
    setCurrent(page)
    setKnown(mergeComments(known, page))
  }
  if (deletion?.deletedId && !deleted.includes(deletion.deletedId)) {
    setDeleted([...deleted, deletion.deletedId])
  }
  const shown = mergeComments(known, further).flatMap((comment) => {
    if (!deleted.includes(comment.id)) return comment
    // The replies of others keep it company.
    return comment.replyCount > 0 ? { ...comment, authorName: "", content: null } : []
  })
  const older = further ? further.older : page.older
  const path = `/episodes/${episodeId}`
  const { threadId } = page

  const loadOlder = (event: React.MouseEvent) => {
    event.preventDefault()
    // Offline, the attempt would only replace the page by an error.
    if (older === null || state !== "idle" || !navigator.onLine) return
    setKnown(shown)
    void load(`${path}/comments?${OLDER}=${older}`)
  }
  const remove: Remove = (id, authorName, isPodcast) =>
    canModerate && (
      <DeleteComment id={id} authorName={authorName} isPodcast={isPodcast} fetcherKey={DELETION} />
    )

  return (
    <div id={NEWEST} className="scroll-mt-28">
      {(threadId !== null || !page.isFirstPage) && (
        <p className="mb-6 flex flex-wrap gap-x-8">
          <PageLink to={`${path}#${NEWEST}`} className="inline-flex min-h-11 items-center underline">
            {threadId === null ? "Revenir aux commentaires les plus récents" : "Tous les commentaires"}
          </PageLink>
          {threadId !== null && search.has(AFTER) && (
            <PageLink
              to={`${threadAddress(path, threadId)}#${commentAnchor(threadId)}`}
              className="inline-flex min-h-11 items-center underline"
            >
              Premières réponses
            </PageLink>
          )}
        </p>
      )}
      {shown.length === 0 && (
        <p className="border-4 border-dashed border-ink-line px-6 py-12 text-center text-lg text-paper-dim">
          {texts.noComments}
        </p>
      )}
      <ol className="grid grid-cols-1 gap-7">
        {shown.map((comment) => (
          <li key={comment.id}>
            <CommentEntry
              comment={comment}
              replyAddress={`${viewAddress(path, search, { [REPLY_TO]: String(comment.id) })}#${FORM}`}
              onReply={onReply}
              remove={remove}
            >
              <Replies
                comment={comment}
                path={path}
                isAlone={threadId !== null}
                deleted={deleted}
                remove={remove}
              />
            </CommentEntry>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="mt-8 text-center empty:hidden">
        {older !== null && (
          <PageLink
            to={`${path}?${OLDER}=${older}#${NEWEST}`}
            preventScrollReset
            onClick={loadOlder}
            data-scripted
            className="button button-paper"
          >
            {state === "idle" ? "Commentaires plus anciens" : "Chargement..."}
          </PageLink>
        )}
      </div>
    </div>
  )
}
