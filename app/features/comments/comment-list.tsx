import { lazy, useState } from "react"
import { useFetcher } from "react-router"
import { formatLongDate } from "#app/lib/dates.ts"
import { PageLink } from "#app/ui/page-link.tsx"
import type { listComments, PublicComment } from "./comments.server.ts"
import { CommentText } from "./comment-text.tsx"
import { usePodcast } from "../settings/use-podcast.ts"
import { mergeComments } from "./merge-comments.ts"

/** Only for those who may delete: visitors load nothing of it. */
const DeleteComment = lazy(() => import("./delete-comment.tsx"))

/** Where the list begins: one is led there once a comment is posted, and by the links to older ones. */
export const NEWEST = "derniers-commentaires"
/** How the deletion of a comment is told to the list. */
const DELETION = "delete-comment"

type Page = { comments: PublicComment[]; older: string | null; isFirstPage: boolean }
type Props = { episodeId: number; page: Page; canDelete: boolean }

/**
 * The comments, newest first. Older ones are added below on demand; a page that arrives anew, because somebody posted,
 * is merged into what is shown, so that nobody loses their place.
 */
export function CommentList({ episodeId, page, canDelete }: Props) {
  const { data: further, load, state } = useFetcher<typeof listComments>()
  const { data: deletion } = useFetcher<{ deletedId?: number }>({ key: DELETION })
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
  const shown = mergeComments(known, further).filter(({ id }) => !deleted.includes(id))
  const older = further ? further.older : page.older
  const path = `/episodes/${episodeId}`

  const loadOlder = (event: React.MouseEvent) => {
    event.preventDefault()
    // Offline, the attempt would only replace the page by an error.
    if (older === null || state !== "idle" || !navigator.onLine) return
    setKnown(shown)
    void load(`${path}/comments?avant=${older}`)
  }

  return (
    <div id={NEWEST} className="scroll-mt-28">
      {!page.isFirstPage && (
        <p className="mb-6">
          <PageLink to={`${path}#${NEWEST}`} className="inline-flex min-h-11 items-center underline">
            Revenir aux commentaires les plus récents
          </PageLink>
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
            <article className="border-l-4 border-blood pl-4 md:pl-6">
              <header className="flex flex-wrap items-baseline gap-x-4">
                <h3 className="poster text-xl break-words text-gold normal-case">
                  <bdi>{comment.authorName}</bdi>
                </h3>
                <time dateTime={comment.createdAt.toISOString()} className="text-sm text-paper-dim">
                  {formatLongDate(comment.createdAt)}
                </time>
              </header>
              <CommentText text={comment.content} />
              {canDelete && (
                <DeleteComment id={comment.id} authorName={comment.authorName} fetcherKey={DELETION} />
              )}
            </article>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="mt-8 text-center empty:hidden">
        {older !== null && (
          <PageLink
            to={`${path}?avant=${older}#${NEWEST}`}
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
