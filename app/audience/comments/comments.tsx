import { lazy, useEffect, useRef, useState } from "react"
import { Link, useFetcher, useLocation, useSearchParams } from "react-router"
import { can } from "#app/kit/lib/rights.ts"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import {
  AFTER,
  commentAnchor,
  FORM,
  NEWEST,
  OLDER,
  REPLY_TO,
  replyLinkId,
  threadAddress,
  viewAddress,
} from "./comment-addresses.ts"
import { CommentEntry, type Remove, type ReplyTo } from "./comment-entry.tsx"
import { CommentForm } from "./comment-form.tsx"
import { CLOSED } from "./comments.copy.ts"
import type { CommentsPage } from "./comments.server.ts"
import { mergeComments } from "./merge-comments.ts"
import { Replies } from "./replies.tsx"

/** Only for those who may delete: visitors load nothing of it. */
const DeleteComment = lazy(() => import("./delete-comment.tsx"))

/** How the deletion of a comment is told to the list. */
const DELETION = "delete-comment"

type CommentListProps = {
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
function CommentList({ episodeId, page, canModerate, onReply }: CommentListProps) {
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

/** Only for those who may delete: visitors load nothing of it. */
const DeleteQuestion = lazy(() => import("./delete-question.tsx"))

type Props = {
  episodeId: number
  page: CommentsPage
  /** Whether one may still comment. */
  isOpen: boolean
  /** What the address asks to reply to; false where that is not there. */
  replyTo: ReplyTo | false | null
  /** Asked in the place of the discussion. */
  question: Question | null
  /** What the server said of the form. */
  response: FormResponse | { deletedId: number } | undefined
}

/** The discussion below an episode: the comments, then the form, with a link to it above where it is far. */
export function Comments({ episodeId, page, isOpen, replyTo: asked, question, response }: Props) {
  const canModerate = can(useViewer(), "moderation")
  // Closed while somebody was writing: what was typed stays where it can be copied.
  const refused = response && "values" in response ? response : undefined
  const { replyTo, reply, cancel } = useReply(asked || null, refused)
  return (
    <section id="commentaires" aria-labelledby="titre-commentaires" className="wrap pt-16">
      <div className="mx-auto max-w-4xl">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b-4 border-blood pb-4">
          <h2 id="titre-commentaires" className="poster text-poster-md">
            Commentaires <span className="text-gold">{page.total.toLocaleString("fr-FR")}</span>
          </h2>
          <p className="flex flex-wrap gap-x-6">
            {isOpen && !question && page.comments.length > 0 && (
              <a href={`#${FORM}`} className="inline-flex min-h-11 items-center underline">
                Laisser un commentaire
              </a>
            )}
            {canModerate && (
              <Link
                to={`/admin/comments?episode=${episodeId}`}
                className="inline-flex min-h-11 items-center underline"
              >
                Modérer
              </Link>
            )}
          </p>
        </div>
        {question ? (
          <DeleteQuestion {...question} />
        ) : (
          <div className="mt-8 grid grid-cols-1 gap-10">
            <CommentList
              key={page.threadId ?? "all"}
              episodeId={episodeId}
              page={page}
              canModerate={canModerate}
              onReply={isOpen ? reply : null}
            />
            {isOpen || refused ? (
              <CommentForm
                response={refused}
                replyTo={replyTo}
                isParentGone={asked === false}
                path={`/episodes/${episodeId}`}
                onCancelReply={cancel}
              />
            ) : (
              <p className="text-lg font-semibold">{CLOSED}</p>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/**
 * What the form replies to: what the address says, or what was clicked since; nothing once it is sent, or where that is
 * gone. A refused form goes on.
 */
function useReply(asked: ReplyTo | null, response: FormResponse | undefined) {
  const { key } = useLocation()
  const [shown, setShown] = useState({ key, response })
  const [replyTo, setReplyTo] = useState(response?.errors.parent ? null : asked)
  const left = useRef<number>(undefined)
  if (key !== shown.key || response !== shown.response) {
    setShown({ key, response })
    if (response?.errors.parent) setReplyTo(null)
    else if (!response) setReplyTo(asked)
  }
  useEffect(() => {
    if (left.current === replyTo?.id) return
    const was = left.current
    left.current = replyTo?.id
    if (replyTo) {
      const heading = document.getElementById(FORM)
      heading?.scrollIntoView()
      heading?.closest("form")?.querySelector<HTMLElement>("input:not([type=hidden], [tabindex])")?.focus()
    } else if (was !== undefined && !response) {
      document.getElementById(replyLinkId(was))?.focus()
    }
  }, [replyTo, response])
  return { replyTo, reply: setReplyTo, cancel: () => setReplyTo(null) }
}
