import { usePodcast } from "../settings/use-podcast.ts"

/** Where the podcast is followed, so that the next episode comes by itself. */
export function SubscribeLinks() {
  const { platforms } = usePodcast()
  if (platforms.length === 0) return null
  return (
    <section aria-labelledby="s-abonner" className="wrap pt-14">
      <div className="mx-auto flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-3 border-y-4 border-double border-ink-line py-5">
        <h2 id="s-abonner" className="poster text-xl">
          S’abonner au podcast
        </h2>
        <ul className="flex flex-wrap gap-x-6">
          {platforms.map(({ label, url }) => (
            <li key={label}>
              <a
                href={url}
                rel="noopener"
                className="inline-flex min-h-11 items-center font-semibold text-gold underline underline-offset-4"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
