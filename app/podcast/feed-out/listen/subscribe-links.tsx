import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { LISTEN_PATH } from "../feed-address.ts"

const LINK = "inline-flex min-h-11 items-center font-semibold text-gold underline underline-offset-4"

/** Where the podcast is followed, so that the next episode comes by itself. */
export function SubscribeLinks() {
  const { platforms } = usePodcast()
  return (
    <section aria-labelledby="s-abonner" className="wrap pt-14">
      <div className="mx-auto flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-3 border-y-4 border-double border-ink-line py-5">
        <h2 id="s-abonner" className="poster text-xl">
          S’abonner au podcast
        </h2>
        <ul className="flex flex-wrap gap-x-6">
          {platforms.map(({ label, url }) => (
            <li key={label}>
              <a href={url} rel="noopener" className={LINK}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <PageLink to={LISTEN_PATH} className={LINK} viewTransition>
              {platforms.length > 0 ? "Autres applications" : "Choisir une application"}
            </PageLink>
          </li>
        </ul>
      </div>
    </section>
  )
}
