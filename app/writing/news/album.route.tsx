import { data } from "react-router"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/album.route"
import { AlbumWall } from "./album-wall.tsx"
import { albumAddress } from "./media-tile.tsx"
import { filmAddress, FILM_HEIGHT, newsAddress, pictureOf } from "./news.schema.ts"
import { findPublishedAlbum } from "./news.server.ts"
import { listFurtherMedia } from "./news-media.server.ts"
import { mediaOf } from "./shown-media.ts"

export const handle = {
  cache: { parameters: [], shows: ["news", "settings/embeds.where"] },
} satisfies CachedPage

export async function loader({ params }: Route.LoaderArgs) {
  const id = parseId(params.id) ?? 0
  const [item, further] = await Promise.all([findPublishedAlbum(id), listFurtherMedia(id)])
  if (!item) throw data(MISSING, { status: 404 })
  const { content: _content, ...album } = item
  const where = album.mediaType === "video" && album.mediaUrl ? siteSettings().embeds.where : "nowhere"
  return { album, where, media: mediaOf([album], new Map([[id, further]])) }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { where, album } = loaderData
  const { id, title } = album
  return pageMeta(matches, {
    title,
    description: `Toutes les images de la galerie « ${title} ».`,
    path: albumAddress(id),
    image: pictureOf(album),
    elsewhere: { where, player: filmAddress(id), height: FILM_HEIGHT },
    breadcrumb: [
      { name: "Galeries", path: GALLERIES },
      { name: title, path: albumAddress(id) },
    ],
  })
}

export default function AlbumPage({ loaderData: { album, media } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={album.title} />
      <p className="mt-4 flex flex-wrap items-center gap-x-6 text-paper-dim">
        {album.publishedAt && (
          <time dateTime={album.publishedAt.toISOString()}>{formatLongDate(album.publishedAt)}</time>
        )}
        <PageLink
          to={GALLERIES}
          className="poster inline-flex min-h-11 items-center text-lg text-gold hover:underline"
        >
          Toutes les galeries
        </PageLink>
      </p>
      <AlbumWall title={album.title} media={media} />
    </div>
  )
}

const GALLERIES = newsAddress({ tab: "galeries", category: undefined })

const MISSING: Missing = {
  title: "Galerie non trouvée",
  text: "Cette galerie n’existe pas ou n’est pas publiée.",
  backTo: GALLERIES,
  backLabel: "Toutes les galeries",
}
