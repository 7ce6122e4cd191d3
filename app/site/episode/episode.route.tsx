import { data } from "react-router"
import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import {
  addComment,
  deleteComment,
  findDiscussion,
  findQuestion,
  findReplyTo,
} from "#app/audience/comments/comment-actions.server.ts"
import { AFTER, NEWEST, OLDER, REPLY_TO, THREAD } from "#app/audience/comments/comment-addresses.ts"
import { CANNOT_DELETE, CANNOT_POST } from "#app/audience/comments/comments.copy.ts"
import { commentIntents } from "#app/audience/comments/comments.schema.ts"
import { NO_COMMENTS } from "#app/audience/comments/comments.server.ts"
import { Comments } from "#app/audience/comments/comments.tsx"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { DraftNotice } from "#app/content/draft-notice.tsx"
import { illustrated } from "#app/content/illustrated.server.ts"
import { publicationOf } from "#app/content/publication.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { drawnTextsContext } from "#app/kit/http/hydration-data.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { leadPlainFormsTo } from "#app/kit/http/plain-forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { renderMarkdown, toPlainText } from "#app/kit/lib/markdown.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ErrorContent } from "#app/kit/ui/error-content.tsx"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { withoutChapters } from "#app/podcast/chapters/chapters-in-text.ts"
import { findEpisodeFor } from "#app/podcast/episodes/episodes.server.ts"
import { areCommentsOpen } from "#app/podcast/episodes/open-comments.server.ts"
import { findRelatedEpisodes } from "#app/podcast/episodes/related-episodes.server.ts"
import { embedAddress, embedHeight } from "#app/podcast/embeds/embed-addresses.ts"
import { SubscribeLinks } from "#app/podcast/feed-out/listen/subscribe-links.tsx"
import { LikeButton } from "#app/podcast/likes-and-views/like-button.tsx"
import { useLiveCounts } from "#app/podcast/likes-and-views/use-live-counts.ts"
import { showTranscript } from "#app/podcast/transcripts/transcripts.server.ts"
import type { Route } from "./+types/episode.route"
import { EpisodeArticle, type ShownEpisode } from "./episode-article.tsx"
import { EpisodeNeighbours, OthersWithGuests } from "./episode-neighbours.tsx"

export const handle = {
  cache: {
    parameters: [OLDER, THREAD, AFTER, REPLY_TO],
    shows: [
      "episodes",
      "episodes/:id",
      "settings/podcast.description",
      "settings/embeds.where",
      "settings/rules.comments",
      "settings/rules.commentDays",
    ],
  },
} satisfies CachedPage

export { responseHeaders as headers }

export const middleware: Route.MiddlewareFunction[] = [leadPlainFormsTo(NEWEST)]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = parseId(params.id)
  const episode = id === undefined ? undefined : await findEpisodeFor(context.get(viewerContext), id)
  if (!episode) throw data(MISSING, { status: 404 })
  const [comments, replyTo, related] = await Promise.all([
    loadOr(findDiscussion(episode.id, url), NO_COMMENTS),
    loadOr(findReplyTo(episode.id, url), null),
    loadOr(findRelatedEpisodes(episode.id), NO_OTHERS),
  ])
  const { description, credits, cues, views, likes, isPublished, audioType, reserved, ...shown } = episode
  const [descriptionHtml, creditsHtml] = await Promise.all([
    renderMarkdown(description).then(illustrated),
    renderMarkdown(credits),
  ])
  const transcript = showTranscript(cues)
  if (transcript) context.set(drawnTextsContext, [transcript.html])
  return data(
    {
      episode: { ...shown, ...(reserved && { reserved }), descriptionHtml, creditsHtml },
      counts: { views, likes },
      ...publicationOf({ isPublished, publishedAt: episode.publishedAt }, new Date()),
      summary:
        episode.subtitle ||
        toPlainText(withoutChapters(description), 200) ||
        siteSettings().podcast.description,
      comments: comments.value,
      replyTo: replyTo.value,
      // Kept pages are rendered anew each minute: what closes by its age shows so without a purge.
      isOpen: areCommentsOpen(episode),
      related: related.value,
      transcript,
      question: await findQuestion(context.get(viewerContext), url),
      embeds: { where: siteSettings().embeds.where, audioType },
    },
    { status: comments.failed || related.failed ? 503 : 200 },
  )
}

const NO_OTHERS = { earlier: null, later: null, ofGuests: [] }

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, commentIntents)
  const viewer = context.get(viewerContext)
  if (asked.intent === "delete-comment") return deleteComment(asked, viewer)
  const episodeId = parseId(params.id) ?? 0
  const address = context.get(clientAddressContext)
  return addComment(form.values, asked, { episodeId, address, url, viewer })
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepForm(args, ["comment"], { comment: CANNOT_POST, "delete-comment": CANNOT_DELETE })

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { episode, status, summary, embeds } = loaderData
  const { publicUrl, podcast } = matches[0].loaderData
  const path = `/episodes/${episode.id}`
  return pageMeta(matches, {
    title: episode.guest ? `${episode.title} avec ${episode.guest}` : episode.title,
    description: summary,
    path,
    image: episode.thumbnailUrl,
    noIndex: status !== "published",
    type: "article",
    breadcrumb: [
      { name: "Épisodes", path: "/episodes" },
      { name: episode.title, path },
    ],
    jsonLd: podcastEpisode(episode, summary, { publicUrl, podcastName: podcast.name, ...embeds }),
    elsewhere: status === "published" && episode.audioUrl ? playerOf({ ...episode, ...embeds }) : undefined,
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
  loaderData: { episode, counts, status, scheduledFor, related, transcript, comments, embeds, ...discussion },
  actionData,
}: Route.ComponentProps) {
  const { isOpen, replyTo, question } = discussion
  const isPublished = status === "published"
  const { views, toggleLike, ...like } = useLiveCounts({ id: episode.id, ...counts }, isPublished)
  return (
    <>
      <EpisodeArticle
        episode={episode}
        live={{
          isPublished,
          isEmbeddable: isPublished && episode.audioUrl !== null && embeds.where !== "nowhere",
          views,
          transcript,
          like: (
            <LikeButton
              likes={like.likes}
              isLiked={like.isLiked}
              isReady={like.isReady}
              isSending={like.isSending}
              onToggle={() => void toggleLike()}
            />
          ),
        }}
        notice={
          <DraftNotice
            status={status}
            scheduledFor={scheduledFor}
            editAddress={`/admin/episodes/${episode.id}`}
          />
        }
      />
      <SubscribeLinks />
      <EpisodeNeighbours earlier={related.earlier} later={related.later} />
      <Comments
        key={episode.id}
        episodeId={episode.id}
        page={comments}
        replyTo={replyTo}
        isOpen={isOpen}
        question={question}
        response={actionData ?? undefined}
      />
      <OthersWithGuests episodes={related.ofGuests} guests={episode.guests} />
    </>
  )
}

const MISSING: Missing = { title: "Épisode non trouvé", backTo: "/episodes", backLabel: "Tous les épisodes" }

type Embeds = Route.ComponentProps["loaderData"]["embeds"]

function playerOf({ id, audioUrl, audioType, chapters, where }: ShownEpisode & Embeds) {
  const sound = audioUrl ? { address: audioUrl, type: audioType } : null
  return { where, player: embedAddress(id), height: embedHeight(chapters), sound }
}

/** An episode as search engines take it (schema.org). */
function podcastEpisode(
  episode: ShownEpisode,
  summary: string,
  { publicUrl, podcastName, where, audioType }: { publicUrl: string; podcastName: string } & Embeds,
) {
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
    ...(episode.audioUrl && {
      associatedMedia: {
        "@type": "AudioObject",
        contentUrl: new URL(episode.audioUrl, publicUrl).href,
        ...(audioType && { encodingFormat: audioType }),
        ...(where !== "nowhere" && { embedUrl: publicUrl + embedAddress(episode.id) }),
      },
    }),
    partOfSeries: { "@type": "PodcastSeries", name: podcastName },
  }
}
