import { lazy, useEffect, useRef, useState } from "react"
import { Link, useLocation } from "react-router"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { useViewer } from "#app/accounts/auth/use-viewer.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { FORM, replyLinkId } from "./comment-addresses.ts"
import type { ReplyTo } from "./comment-entry.tsx"
import { CLOSED } from "./comments.copy.ts"
import { CommentForm } from "./comment-form.tsx"
import { CommentList } from "./comment-list.tsx"
import type { CommentsPage } from "./comments.server.ts"

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
