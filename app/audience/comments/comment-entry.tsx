import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { commentAnchor, replyLinkId } from "./comment-addresses.ts"
import { nameOf } from "./comment-name.ts"
import { CommentText } from "./comment-text.tsx"
import type { PublicComment, PublicReply } from "./comments.server.ts"

/** The comment that is replied to. */
export type ReplyTo = { id: number; authorName: string; content: string }

/** What moderators can do with a comment. */
export type Remove = (id: number, authorName: string, isPodcast: boolean) => React.ReactNode

type Props = {
  comment: PublicComment
  replyAddress: string
  /** Null where comments are closed. */
  onReply: ((to: ReplyTo) => void) | null
  remove: Remove
  /** The replies. */
  children: React.ReactNode
}

/** One comment of an episode; of one that is held back or removed only its place, above what others replied. */
export function CommentEntry({ comment, replyAddress, onReply, remove, children }: Props) {
  const { id, authorName, content, createdAt } = comment
  return (
    <article id={commentAnchor(id)} className="scroll-mt-28 border-l-4 border-blood pl-4 md:pl-6">
      {content === null ? (
        <p className="text-paper-dim italic">Ce commentaire n’est plus visible.</p>
      ) : (
        <>
          <CommentHead authorName={authorName} createdAt={createdAt} />
          <CommentText text={content} />
          <div className="flex flex-wrap items-center gap-x-6">
            {onReply && (
              <PageLink
                id={replyLinkId(id)}
                to={replyAddress}
                rel="nofollow"
                data-scripted
                onClick={(event) => {
                  event.preventDefault()
                  onReply({ id, authorName, content })
                }}
                className="inline-flex min-h-11 items-center text-sm font-semibold text-gold underline underline-offset-4"
              >
                Répondre<span className="sr-only"> à {authorName}</span>
              </PageLink>
            )}
            {remove(id, authorName, false)}
          </div>
        </>
      )}
      {children}
    </article>
  )
}

/** One reply: the podcast's own says so. */
export function ReplyEntry({ reply, remove }: { reply: PublicReply; remove: Remove }) {
  const { id, isPodcast, content, createdAt } = reply
  const authorName = nameOf(reply, usePodcast().name)
  return (
    <article
      id={commentAnchor(id)}
      className={`scroll-mt-28 border-l-4 pl-4 md:pl-6 ${isPodcast ? "border-gold" : "border-ink-line"}`}
    >
      <CommentHead authorName={authorName} createdAt={createdAt} isReply isPodcast={isPodcast} />
      <CommentText text={content} />
      {remove(id, authorName, isPodcast)}
    </article>
  )
}

type HeadProps = { authorName: string; createdAt: Date; isReply?: boolean; isPodcast?: boolean }

function CommentHead({ authorName, createdAt, isReply = false, isPodcast = false }: HeadProps) {
  const Name = isReply ? "h4" : "h3"
  return (
    <header className="flex flex-wrap items-baseline gap-x-4">
      <Name className="poster text-xl break-words text-gold normal-case">
        <bdi>{authorName}</bdi>
      </Name>
      {isPodcast && <span className="stamp text-sm text-paper">Le podcast</span>}
      <time dateTime={createdAt.toISOString()} className="text-sm text-paper-dim">
        {formatLongDate(createdAt)}
      </time>
    </header>
  )
}
