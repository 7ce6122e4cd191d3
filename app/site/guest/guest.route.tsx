import { data } from "react-router"
import type { CachedPage } from "#app/content/cached-page.ts"
import { loadPublicList } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { parsePageNumber } from "#app/kit/lib/numbers.ts"
import { toPage } from "#app/kit/lib/paging.ts"
import { isSlug } from "#app/kit/lib/slugs.ts"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { MoreLink } from "#app/kit/ui/more-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { useMore } from "#app/kit/ui/use-more.ts"
import { EpisodeCard } from "#app/podcast/episodes/episode-card.tsx"
import { EPISODES_PER_PAGE } from "#app/podcast/episodes/episodes.schema.ts"
import { listEpisodesOfGuest } from "#app/podcast/episodes/related-episodes.server.ts"
import { GuestLink } from "#app/podcast/guests/guest-link.tsx"
import { findPublicGuest } from "#app/podcast/guests/public-guests.server.ts"
import type { Route } from "./+types/guest.route"

// What guests are called and whom episodes name stands in pages of episodes, too: their triggers say so.
export const handle = { cache: { parameters: ["page"], shows: ["episodes"] } } satisfies CachedPage

export async function loader({ params, url }: Route.LoaderArgs) {
  const { slug } = params
  const number = parsePageNumber(url.searchParams.get("page"))
  const guest = isSlug(slug) ? await findPublicGuest(slug) : undefined
  if (!guest) throw data(MISSING, { status: 404 })
  const { items, status } = await loadPublicList(
    listEpisodesOfGuest({ slug, limit: EPISODES_PER_PAGE + 1, offset: (number - 1) * EPISODES_PER_PAGE }),
  )
  if (items.length === 0 && number > 1 && status === 200) throw redirectTo(`/guests/${slug}`)
  return data({ guest, number, page: toPage(items, EPISODES_PER_PAGE, number, url) }, { status })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { guest, number } = loaderData
  const path = `/guests/${guest.slug}`
  return pageMeta(matches, {
    title: number > 1 ? `${guest.name}, page ${number}` : guest.name,
    description: `${[guest.name, guest.role].filter(Boolean).join(", ")} : ses épisodes ${ofName(matches[0].loaderData.podcast.name)}.`,
    path: number > 1 ? `${path}?page=${number}` : path,
    image: guest.pictureUrl,
    breadcrumb: [
      { name: "Épisodes", path: "/episodes" },
      { name: guest.name, path },
    ],
    jsonLd: {
      "@type": "Person",
      name: guest.name,
      ...(guest.role && { jobTitle: guest.role }),
      ...(guest.linkUrl && { sameAs: [guest.linkUrl] }),
      // The site's own picture shows nobody.
      ...(!guest.pictureUrl && { image: undefined }),
    },
  })
}

export default function GuestPage({ loaderData: { guest, number, page } }: Route.ComponentProps) {
  return (
    <>
      <header className="border-b-4 border-blood bg-ink-raised">
        <div className="wrap flex flex-col gap-x-12 gap-y-8 py-10 sm:flex-row sm:items-center md:py-14">
          <div className="shadow-pasted w-56 flex-none -rotate-1 border-8 border-paper md:w-72">
            <PosterImage
              src={guest.pictureUrl}
              picture={guest.picture}
              sizes="(width < 48rem) 13.25rem, 17.5rem"
              fallback={guest.name}
              variant={guest.name.length}
              square
              eager
            />
          </div>
          <div className="min-w-0">
            <h1 className="poster text-poster-lg break-words">{guest.name}</h1>
            {guest.role && (
              <p className="mt-3 text-xl leading-snug font-semibold break-words text-paper-dim">
                {guest.role}
              </p>
            )}
            {guest.linkUrl && (
              <p className="mt-3">
                <GuestLink url={guest.linkUrl} />
              </p>
            )}
          </div>
        </div>
      </header>
      <EpisodesOfGuest key={`${guest.slug} ${number}`} page={page} />
    </>
  )
}

type Page = Route.ComponentProps["loaderData"]["page"]

function EpisodesOfGuest({ page }: { page: Page }) {
  const { items, ...more } = useMore(page)
  return (
    <section className="wrap pt-12" aria-labelledby="ses-episodes">
      <h2 id="ses-episodes" className="poster text-poster-md">
        Ses épisodes
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-x-7 gap-y-9 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {items.map((episode) => (
          <li key={episode.id}>
            <EpisodeCard episode={episode} heading="h3" />
          </li>
        ))}
      </ul>
      <MoreLink {...more} label="Afficher plus d’épisodes" loadingText="Chargement des épisodes..." />
    </section>
  )
}

const MISSING: Missing = { title: "Invité non trouvé", backTo: "/episodes", backLabel: "Tous les épisodes" }
