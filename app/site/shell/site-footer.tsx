import { ARCHIVE } from "#app/audience/letters/archive/archive-addresses.ts"
import { SubscribeBox } from "#app/audience/newsletter/subscribe-box.tsx"
import { SUPPORT } from "#app/audience/supporters/support-address.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { LEGAL_PAGES } from "#app/writing/pages/legal-pages.ts"
import { useFooterPages, useMenus } from "./use-menus.ts"

export function SiteFooter({ isSignedIn }: { isSignedIn: boolean }) {
  const { name, tagline, copyright, platforms, socials } = usePodcast()
  const { legal, hasLetters, hasFeed, hasSupport } = useFooterPages()
  const menus = useMenus()
  return (
    <footer className="mt-24 print:hidden">
      <SubscribeBox />
      <div className="ropes" />
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-9 pt-12 pb-10 md:grid-cols-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <p className="poster text-6xl">{name}</p>
          <p className="mt-3 max-w-xs text-paper-dim">{tagline}</p>
          {hasSupport && (
            <PageLink to={SUPPORT} className="button button-paper mt-5" viewTransition>
              Soutenir le podcast
            </PageLink>
          )}
        </div>
        <FooterLinks title="Le site" links={menus.footer} />
        <FooterLinks title="À lire" links={hasLetters ? withLetters(menus.reading) : menus.reading} />
        <FooterLinks
          title="Écouter"
          links={[...platforms, waysToListen(platforms.length > 0), ...(hasFeed ? [FEED] : [])]}
        />
        <FooterLinks title="Nous suivre" links={socials} />
      </div>
      <div className="border-t-2 border-ink-line">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-sm text-paper-dim">
          <p>{copyright && `${copyright}. Tous droits réservés.`}</p>
          <ul className="flex flex-wrap gap-x-6">
            {LEGAL_PAGES.filter(({ slug }) => legal.includes(slug)).map((page) => (
              <li key={page.slug}>
                <PageLink to={`/page/${page.slug}`} className={link}>
                  {page.title}
                </PageLink>
              </li>
            ))}
            {!isSignedIn && (
              <li>
                <PageLink to="/auth" className={link}>
                  Connexion
                </PageLink>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** Below what hosts chose to be read, unless they chose it. */
const withLetters = (chosen: { label: string; to: string }[]) =>
  chosen.some(({ to }) => to === ARCHIVE) ? chosen : [...chosen, { label: "Lettres", to: ARCHIVE }]

/** Below the platforms that hosts set, if they did. */
const waysToListen = (hasPlatforms: boolean) => ({
  label: hasPlatforms ? "Autres applications" : "Choisir une application",
  to: "/ecouter",
})
const FEED = { label: "Flux RSS", url: "/feed.xml" }

type FooterLink = { label: string } & ({ to: string } | { url: string })

const link = "inline-flex min-h-11 items-center underline-offset-4 hover:text-paper hover:underline"

function FooterLinks({ title, links }: { title: string; links: readonly FooterLink[] }) {
  if (links.length === 0) return null
  return (
    <div>
      <h2 className="poster text-xl text-gold">{title}</h2>
      <ul className="mt-2 text-paper-dim">
        {links.map((entry) => (
          <li key={"to" in entry ? entry.to : entry.url}>
            {"to" in entry ? (
              <PageLink to={entry.to} className={link} viewTransition>
                {entry.label}
              </PageLink>
            ) : (
              <a href={entry.url} className={link} rel="noopener">
                {entry.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
