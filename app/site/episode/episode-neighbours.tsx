import { PageLink } from "#app/kit/ui/page-link.tsx"
import { EpisodeCard } from "#app/podcast/episodes/episode-card.tsx"
import type { findRelatedEpisodes, Neighbour } from "#app/podcast/episodes/related-episodes.server.ts"

type Related = Awaited<ReturnType<typeof findRelatedEpisodes>>

/** The episodes before and after. */
export function EpisodeNeighbours({ earlier, later }: Pick<Related, "earlier" | "later">) {
  if (!earlier && !later) return null
  return (
    <nav aria-label="Épisodes voisins" className="wrap pt-14">
      <div className="mx-auto grid max-w-4xl gap-4 sm:grid-cols-2">
        {earlier && <NeighbourLink label="Épisode précédent" episode={earlier} />}
        {later && <NeighbourLink label="Épisode suivant" episode={later} isLater />}
      </div>
    </nav>
  )
}

type OthersProps = { episodes: Related["ofGuests"]; guests: { name: string }[] }

/** Others with any of an episode's guests. */
export function OthersWithGuests({ episodes, guests: [guest, ...others] }: OthersProps) {
  if (episodes.length === 0) return null
  return (
    <section className="wrap pt-16" aria-labelledby="meme-invite">
      <h2 id="meme-invite" className="poster text-poster-md break-words">
        {guest && others.length === 0 ? `Encore avec ${guest.name}` : "Avec les mêmes invités"}
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-x-7 gap-y-9 sm:grid-cols-2 xl:grid-cols-4">
        {episodes.map((episode) => (
          <li key={episode.id}>
            <EpisodeCard episode={episode} heading="h3" columns={{ sm: 2, xl: 4 }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type LinkProps = { label: string; episode: Neighbour; isLater?: boolean }

function NeighbourLink({ label, episode, isLater = false }: LinkProps) {
  return (
    <PageLink
      to={`/episodes/${episode.id}`}
      className={`group block min-w-0 border-2 border-ink-line px-5 py-4 hover:border-gold ${isLater ? "sm:col-start-2 sm:text-right" : ""}`}
      viewTransition
    >
      <span className="block text-sm font-semibold text-gold">
        {!isLater && <span aria-hidden="true">←&nbsp;</span>}
        {label}
        {isLater && <span aria-hidden="true">&nbsp;→</span>}
      </span>
      <span className="sr-only"> : </span>
      <span className="poster mt-1 line-clamp-2 text-xl break-words group-hover:underline">
        {episode.guest || episode.title}
      </span>
      {episode.guest && (
        <>
          <span className="sr-only"> : </span>
          <span className="line-clamp-2 break-words text-paper-dim">{episode.title}</span>
        </>
      )}
    </PageLink>
  )
}
