import { lazy } from "react"
import { Link } from "react-router"
import type { FormResponse } from "#app/http/responses.server.ts"
import type { Question } from "#app/http/questions.ts"
import { useViewer } from "../auth/use-viewer.ts"
import { can } from "../auth/permissions.schema.ts"
import { CLOSED } from "./comments.copy.ts"
import { CommentForm } from "./comment-form.tsx"
import { CommentList } from "./comment-list.tsx"

/** Only for those who may delete: visitors load nothing of it. */
const DeleteQuestion = lazy(() => import("./delete-question.tsx"))

type Props = {
  episodeId: number
  page: React.ComponentProps<typeof CommentList>["page"] & { total: number }
  /** Whether one may still comment. */
  isOpen: boolean
  /** Asked in the place of the discussion. */
  question: Question | null
  /** What the server said of the form. */
  response: FormResponse | { deletedId: number } | undefined
}

/** The discussion below an episode: the form, then the comments. */
export function Comments({ episodeId, page, isOpen, question, response }: Props) {
  const canModerate = can(useViewer(), "moderation")
  // Closed while somebody was writing: what was typed stays where it can be copied.
  const refused = response && "values" in response ? response : undefined
  return (
    <section id="commentaires" aria-labelledby="titre-commentaires" className="wrap pt-16">
      <div className="mx-auto max-w-4xl">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b-4 border-blood pb-4">
          <h2 id="titre-commentaires" className="poster text-poster-md">
            Commentaires <span className="text-gold">{page.total.toLocaleString("fr-FR")}</span>
          </h2>
          {canModerate && (
            <Link
              to={`/admin/comments?episode=${episodeId}`}
              className="inline-flex min-h-11 items-center underline"
            >
              Modérer
            </Link>
          )}
        </div>
        {question ? (
          <DeleteQuestion {...question} />
        ) : (
          <div className="mt-8 grid grid-cols-1 gap-10">
            {isOpen || refused ? (
              <CommentForm response={refused} />
            ) : (
              <p className="text-lg font-semibold">{CLOSED}</p>
            )}
            <CommentList episodeId={episodeId} page={page} canDelete={canModerate} />
          </div>
        )}
      </div>
    </section>
  )
}
