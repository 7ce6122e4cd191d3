import type { EpisodeDetails } from "#app/podcast/episodes/episodes.server.ts"

type Props = { links: EpisodeDetails["links"]; creditsHtml: string }

/** What the episode speaks of, and who made it. */
export function EpisodeNotes({ links, creditsHtml }: Props) {
  if (links.length === 0 && !creditsHtml) return null
  return (
    <div className="wrap pt-14">
      <div className="mx-auto grid max-w-4xl gap-x-14 gap-y-10 md:auto-cols-fr md:grid-flow-col">
        {links.length > 0 && (
          <section aria-labelledby="liens" className="min-w-0">
            <h2 id="liens" className="poster text-poster-sm">
              Liens
            </h2>
            <ul className="mt-3">
              {links.map(({ label, url }, index) => (
                <li key={index} className="border-b border-ink-line">
                  <a
                    href={url}
                    rel="noopener"
                    className="inline-flex min-h-11 items-center py-2 break-words underline decoration-gold underline-offset-4 hover:text-gold"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        {creditsHtml && (
          <section aria-labelledby="credits" className="min-w-0">
            <h2 id="credits" className="poster text-poster-sm">
              Crédits
            </h2>
            <div className="prose mt-3" dangerouslySetInnerHTML={{ __html: creditsHtml }} />
          </section>
        )}
      </div>
    </div>
  )
}
