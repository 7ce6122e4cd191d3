import { Link } from "react-router"
import { Figures } from "#app/ui/figures.tsx"
import { site } from "#site"

/** The poster itself: the three words, the tagline, two ways in, and the tale of the tape. */
export function Hero() {
  return (
    <section aria-label={site.name}>
      <div className="on-paper hero-poster relative overflow-hidden text-ink">
        <div className="wrap relative pt-8 pb-10 md:pt-12 md:pb-14">
          <p className="poster flex items-center gap-4 text-xl text-blood-dark md:text-2xl">
            <span aria-hidden="true">★</span> {site.name}, le podcast <span aria-hidden="true">★</span>
          </p>
          <h1 className="poster hero-title mt-3 text-poster-xl">
            {site.concept.map(({ word }, index) => (
              <span key={word} className={index === 1 ? "hero-knock block" : "block"}>
                {word}
              </span>
            ))}
          </h1>
          <p className="mt-6 max-w-xl text-xl font-semibold md:text-2xl">{site.tagline}</p>
          <div className="mt-7 flex flex-wrap gap-4">
            <Link to="/episodes" className="button button-ink" viewTransition>
              Voir les épisodes
            </Link>
            <a href={site.audioLink.url} className="button button-blood" rel="noopener">
              {site.audioLink.label}
            </a>
          </div>
        </div>
      </div>
      <div className="ropes" />
      <div className="wrap">
        <Figures figures={site.figures} />
      </div>
    </section>
  )
}
