import { podcastApps } from "./podcast-apps.ts"

/** The applications that open a feed, by device. */
export function AppLinks({ feedUrl, isPrivate = false }: { feedUrl: string; isPrivate?: boolean }) {
  return (
    <>
      <div className="grid grid-cols-1 gap-7 md:grid-cols-2">
        {podcastApps(feedUrl, isPrivate).map(({ device, apps }) => (
          <section key={device} className="listen-device sheet on-paper p-6" aria-label={device}>
            <h3 className="poster text-poster-sm">{device}</h3>
            <ul className="mt-2 divide-y-2 divide-paper-shade">
              {apps.map(({ name, href }) => (
                <li key={name}>
                  <a
                    href={href}
                    rel="noopener"
                    className="flex min-h-12 items-center justify-between gap-4 font-semibold underline underline-offset-4"
                  >
                    {name}
                    <span aria-hidden="true">→</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="mt-5 text-paper-dim">
        L’application doit être installée sur l’appareil où vous lisez cette page.
      </p>
    </>
  )
}
