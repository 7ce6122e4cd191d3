import { data } from "react-router"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { PostArticle } from "#app/writing/blog/post-article.tsx"
import { AlbumWall } from "#app/writing/news/album-wall.tsx"
import { NewsCard } from "#app/writing/news/news-card.tsx"
import { PageArticle } from "#app/writing/pages/page-article.tsx"
import { EpisodeArticle } from "../episode/episode-article.tsx"
import type { Route } from "./+types/preview.route"
import { loadPreview } from "./preview.server.ts"

export const headers = () => ({ "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "private, no-store" })

export async function loader({ params }: Route.LoaderArgs) {
  const preview = await loadPreview(params.key)
  if (!preview) throw data(MISSING, { status: 404 })
  return preview
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  return [
    { title: `Aperçu : ${loaderData.title} · ${matches[0].loaderData.podcast.name}` },
    { name: "robots", content: "noindex, nofollow" },
  ]
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="bg-gold text-ink">
        <p className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
          <strong className="stamp text-xl">Aperçu</strong>
          <span>Cette page n’est que pour vous : elle peut encore changer. Ne partagez pas son adresse.</span>
        </p>
      </div>
      <Shown {...loaderData} />
    </>
  )
}

type Preview = Route.ComponentProps["loaderData"]

/** As its own page shows it, without what counts and asks there. */
function Shown(preview: Preview) {
  if (preview.kind === "episode") return <EpisodeArticle episode={preview.episode} />
  if (preview.kind === "post") return <PostArticle post={preview.post} contentHtml={preview.contentHtml} />
  if (preview.kind === "page" || preview.kind === "letter")
    return <PageArticle title={preview.title} contentHtml={preview.contentHtml} />
  return <NewsPreview {...preview} />
}

function NewsPreview({ card, media }: Extract<Preview, { kind: "news" }>) {
  return (
    <div className="wrap pt-10 md:pt-16">
      <div className="mx-auto max-w-xl">
        <NewsCard item={card} heading="h1" eager />
      </div>
      {media.length > 0 && (
        <div className="mt-6 md:mt-10">
          <AlbumWall title={card.title} media={media} />
        </div>
      )}
    </div>
  )
}

const MISSING: Missing = {
  title: "Aperçu fermé",
  text: "Ce lien n’existe pas, ou a été révoqué.",
  backTo: "/",
  backLabel: "Retour à l’accueil",
}
