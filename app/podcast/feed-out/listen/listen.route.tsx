import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { drawQrCode } from "#app/kit/lib/qr-code.server.ts"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { LISTEN_PATH, OPML_PATH } from "../feed-address.ts"
import type { Route } from "./+types/listen.route"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { AppLinks } from "./app-links.tsx"
import { FeedAddress } from "./feed-address-field.tsx"
import { findFeedAddress } from "./find-feed-address.server.ts"
import { QrCode } from "./qr-code.tsx"

export const handle = { cache: { parameters: [], shows: ["settings/feed.newAddress"] } } satisfies CachedPage

export async function loader({ context }: Route.LoaderArgs) {
  const publicUrl = context.get(publicUrlContext)
  return {
    feedUrl: await findFeedAddress(publicUrl),
    qr: drawQrCode(publicUrl + LISTEN_PATH),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const { name, pageNames } = matches[0].loaderData.podcast
  return pageMeta(matches, {
    title: pageNames[LISTEN_PATH] ?? "Écouter",
    description: `Toutes les façons d’écouter ${name} et de s’y abonner : plateformes, applications, flux RSS.`,
    path: LISTEN_PATH,
    breadcrumb: [{ name: "Écouter", path: LISTEN_PATH }],
  })
}

export default function Listen({ loaderData: { feedUrl, qr } }: Route.ComponentProps) {
  const { platforms, pageNames } = usePodcast()
  return (
    <div className="listen wrap pt-10 md:pt-16">
      <PageHeading
        title={pageNames[LISTEN_PATH] ?? "Écouter"}
        intro={feedUrl !== undefined || platforms.length > 0 ? INTRO : undefined}
      />
      {platforms.length > 0 && (
        <Ways id="plateformes" title="Sur les plateformes">
          <Links links={platforms.map(({ label, url }) => ({ name: label, href: url }))} />
        </Ways>
      )}
      {feedUrl === undefined && <EmptyText>Le flux de ce podcast n’est pas encore public.</EmptyText>}
      {feedUrl !== undefined && <FeedWays feedUrl={feedUrl} qr={qr} />}
    </div>
  )
}

const INTRO = "Abonnez-vous là où vous écoutez\u00a0: chaque nouvel épisode y arrive tout seul."

/** What needs the feed's address. */
function FeedWays({ feedUrl, qr }: { feedUrl: string; qr: Route.ComponentProps["loaderData"]["qr"] }) {
  return (
    <>
      <Ways id="applications" title="Dans votre application">
        <AppLinks feedUrl={feedUrl} />
      </Ways>
      <Ways id="flux" title="Avec le flux RSS">
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 md:grid-cols-[1fr_auto]">
          <div>
            <p className="max-w-[60ch] text-lg">
              Toute autre application de podcasts s’abonne avec cette adresse : copiez-la, puis collez-la dans
              le champ où l’application ajoute ou recherche un podcast.
            </p>
            <FeedAddress address={feedUrl} />
            <p className="mt-5">
              <a href={OPML_PATH} className="inline-flex min-h-11 items-center underline underline-offset-4">
                Tous les flux du site (OPML)
              </a>
            </p>
          </div>
          <QrCode qr={qr} label="QR code de cette page">
            Sur un ordinateur ? Ouvrez cette page avec l’appareil photo de votre téléphone.
          </QrCode>
        </div>
      </Ways>
    </>
  )
}

function Ways({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className={`listen-${id} pt-12 md:pt-16`}>
      <h2 id={id} className="poster mb-6 text-poster-md text-gold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Links({ links }: { links: { name: string; href: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-4">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} rel="noopener" className="button button-paper">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
