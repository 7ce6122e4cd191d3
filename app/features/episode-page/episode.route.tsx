import { data } from "react-router"
import { responseHeaders } from "#app/http/response-headers.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { clientAddressContext } from "#app/http/client-address.server.ts"
import { formatLongDate } from "#app/lib/dates.ts"
import { readForm } from "#app/http/forms.server.ts"
import { parseIntent } from "#app/http/intents.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { renderMarkdown, toPlainText } from "#app/lib/markdown.server.ts"
import { formatDuration, spellViews, parseId } from "#app/lib/numbers.ts"
import { leadPlainFormsTo } from "#app/http/plain-forms.server.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { publicationOf } from "#app/content/publication.ts"
import { PosterImage } from "#app/ui/poster-image.tsx"
import { site } from "#site"
import { viewerContext } from "../auth/viewer.server.ts"
import { commentIntents } from "../comments/comments.schema.ts"
import { addComment, deleteComment, findQuestion } from "../comments/comment-actions.server.ts"
import { CANNOT_DELETE, CANNOT_POST } from "../comments/comments.copy.ts"
import { NEWEST } from "../comments/comment-list.tsx"
import { listComments } from "../comments/comments.server.ts"
import { Comments } from "../comments/comments.tsx"
import { LikeButton } from "../likes/like-button.tsx"
import { useLiveCounts } from "../likes/use-live-counts.ts"
import { ListenButton } from "../player/listen-button.tsx"
import type { Track } from "../player/track.ts"
import { VideoStill } from "../player/video-still.tsx"
import { DraftNotice } from "#app/content/draft-notice.tsx"
import { ErrorContent } from "#app/ui/error-content.tsx"
import type { Missing } from "#app/ui/missing-page.tsx"
import { pageMeta } from "#app/ui/page-meta.ts"
import { can } from "../auth/permissions.schema.ts"
import type { Route } from "./+types/episode.route"
import { guestOf, roundOf, fallbackOf } from "../episodes/episodes.schema.ts"
import { findAnyEpisode, findPublishedEpisode } from "../episodes/episodes.server.ts"

export const handle = { cache: { parameters: ["avant"], shows: ["episodes/:id"] } } satisfies CachedPage

export { responseHeaders as headers }

export const middleware: Route.MiddlewareFunction[] = [leadPlainFormsTo(NEWEST)]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = parseId(params.id)
  const find = can(context.get(viewerContext), "administration") ? findAnyEpisode : findPublishedEpisode
  const episode = id === undefined ? undefined : await find(id)
  if (!episode) throw data(MISSING, { status: 404 })
  const comments = await loadOr(listComments(episode.id, url.searchParams.get("avant")), NO_COMMENTS)
  const { description, ...shown } = episode
  return data(
    {
      episode: shown,
      ...publicationOf(episode, new Date()),
      descriptionHtml: await illustrated(await renderMarkdown(description)),
      summary: toPlainText(description, 200),
      comments: comments.value,
      question: await findQuestion(context.get(viewerContext), url),
    },
    { status: comments.failed ? 503 : 200 },
  )
}

const NO_COMMENTS = { comments: [], total: 0, older: null, isFirstPage: true }

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, commentIntents)
  if (asked.intent === "delete-comment") return deleteComment(asked, context.get(viewerContext))
  const episodeId = parseId(params.id) ?? 0
  const address = context.get(clientAddressContext)
  return addComment(form.values, asked, { episodeId, address, back: `/episodes/${episodeId}#${NEWEST}` })
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepForm(args, ["comment"], { comment: CANNOT_POST, "delete-comment": CANNOT_DELETE })

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { episode, status, summary } = loaderData
  const path = `/episodes/${episode.id}`
  return pageMeta(matches, {
    title: episode.guest ? `${episode.title} avec ${episode.guest}` : episode.title,
    description: summary || site.description,
    path,
    image: episode.thumbnailUrl,
    noIndex: status !== "published",
    type: "article",
    breadcrumb: [
      { name: "Épisodes", path: "/episodes" },
      { name: episode.title, path },
    ],
    jsonLd: podcastEpisode(episode, summary),
  })
}

/** The page can be lost after its form was sent, and with it the comment in it. */
export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  const response = actionData && "values" in actionData ? actionData : undefined
  return (
    <ErrorContent error={error} typed={response?.values.content} failure={response?.message?.description} />
  )
}

export default function EpisodePage({
  loaderData: { episode, status, scheduledFor, descriptionHtml, comments, question },
  actionData,
}: Route.ComponentProps) {
  const [guest, round] = [guestOf(episode), roundOf(episode)]
  const { views, toggleLike, ...like } = useLiveCounts(episode, status === "published")
  return (
    <>
      <article data-episode={status === "published" ? episode.id : undefined}>
        <DraftNotice
          status={status}
          scheduledFor={scheduledFor}
          editAddress={`/admin/episodes?edit=${episode.id}`}
        />
        <header className="border-b-4 border-blood bg-ink-raised">
          <div className="wrap grid gap-x-12 gap-y-8 py-10 md:py-14 lg:grid-cols-[1.15fr_1fr] lg:items-center">
            <div className="min-w-0 lg:order-2">
              <div className="shadow-pasted -rotate-1 border-8 border-paper">
                <VideoStill key={episode.id} address={episode.youtubeUrl} title={episode.title}>
                  <PosterImage
                    src={episode.thumbnailUrl}
                    picture={episode.picture}
                    fallback={fallbackOf(episode)}
                    variant={episode.id}
                    eager
                    wide
                  />
                </VideoStill>
              </div>
            </div>
            <div className="min-w-0">
              {round && <p className="stamp text-2xl text-gold">{round}</p>}
              {guest ? (
                <div className="mt-5 flex flex-col">
                  <h1 className="order-2 mt-4 text-2xl leading-tight font-bold break-words md:text-3xl">
                    {episode.title}
                  </h1>
                  <p
                    className={`poster order-1 break-words ${episode.guest ? "text-poster-lg" : "text-poster-sm"}`}
                  >
                    <span className="font-sans text-xl font-semibold text-paper-dim normal-case">avec </span>
                    {guest}
                  </p>
                </div>
              ) : (
                <h1 className={`poster mt-5 break-words ${headlineSize(episode.title)}`}>{episode.title}</h1>
              )}
              <p className="mt-6 flex flex-wrap gap-x-6 gap-y-1 font-semibold text-paper-dim">
                <span data-live="views" suppressHydrationWarning>
                  {spellViews(views)}
                </span>
                <time dateTime={episode.publishedAt.toISOString()}>
                  {formatLongDate(episode.publishedAt)}
                </time>
                {episode.durationSeconds !== null && <span>{formatDuration(episode.durationSeconds)}</span>}
              </p>
              {episode.audioUrl && (
                <div className="mt-7">
                  <ListenButton track={trackOf(episode, episode.audioUrl)} />
                </div>
              )}
              <div className="mt-5 flex flex-wrap gap-4">
                <LikeButton
                  likes={like.likes}
                  isLiked={like.isLiked}
                  isReady={like.isReady}
                  isSending={like.isSending}
                  onToggle={() => void toggleLike()}
                />
                {episode.youtubeUrl && (
                  <a href={episode.youtubeUrl} className={youtubeButton(episode)} rel="noopener">
                    Voir sur YouTube
                  </a>
                )}
                {episode.spotifyUrl && (
                  <a href={episode.spotifyUrl} className="button button-paper" rel="noopener">
                    Écouter sur Spotify
                  </a>
                )}
              </div>
            </div>
          </div>
        </header>
        {descriptionHtml && (
          <div className="wrap pt-12">
            <section
              aria-label="Description"
              className="sheet on-paper mx-auto max-w-4xl px-5 py-8 sm:px-12 sm:py-12"
            >
              <div className="prose mx-auto" dangerouslySetInnerHTML={{ __html: descriptionHtml }} />
            </section>
          </div>
        )}
      </article>
      <Comments
        key={episode.id}
        episodeId={episode.id}
        page={comments}
        question={question}
        response={actionData ?? undefined}
      />
    </>
  )
}

const MISSING: Missing = { title: "Épisode non trouvé", backTo: "/episodes", backLabel: "Tous les épisodes" }

type Episode = Route.ComponentProps["loaderData"]["episode"]

function trackOf({ id, title, guest, thumbnailUrl, durationSeconds }: Episode, audioUrl: string): Track {
  return { episodeId: id, title, guest, audioUrl, imageUrl: thumbnailUrl, durationSeconds }
}

/** As large as a guest's name where it is as short as one. */
function headlineSize(title: string) {
  if (title.length <= 30) return "text-poster-lg"
  return title.length <= 90 ? "text-poster-md" : "text-poster-sm"
}

/** One red button: the video's where nothing can be heard on the page. */
function youtubeButton({ audioUrl }: Episode) {
  return `button ${audioUrl ? "button-paper" : "button-blood"}`
}

function podcastEpisode(episode: Episode, summary: string) {
  return {
    "@type": "PodcastEpisode",
    name: episode.title,
    description: summary,
    datePublished: episode.publishedAt.toISOString(),
    ...(episode.number !== null && { episodeNumber: episode.number }),
    ...(episode.season !== null && {
      partOfSeason: { "@type": "PodcastSeason", seasonNumber: episode.season },
    }),
    ...(episode.durationSeconds !== null && { timeRequired: `PT${episode.durationSeconds}S` }),
    ...(episode.guest && { actor: { "@type": "Person", name: episode.guest } }),
    ...(episode.audioUrl && { associatedMedia: { "@type": "MediaObject", contentUrl: episode.audioUrl } }),
    partOfSeries: { "@type": "PodcastSeries", name: site.name },
  }
}
