import type { SiteSettings } from "#app/base/settings/definitions.server.ts"
import { ordinal } from "#app/base/settings/ordinal.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { Figures } from "#app/kit/ui/figures.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import type { Route } from "./+types/about.route"

export const handle = {
  cache: {
    parameters: [],
    shows: [
      "settings/podcast.description",
      "settings/presentation.mission",
      "settings/presentation.hosts",
      "settings/presentation.concept",
      "settings/presentation.figures",
      "settings/feed.recommended",
    ],
  },
} satisfies CachedPage

/** What hosts wrote of the podcast, their links one a line; without a mission, what its feed says of it. */
export function loader() {
  const { podcast, presentation, feed } = siteSettings()
  const { mission, hosts, concept, figures } = presentation
  return {
    mission,
    description: podcast.description,
    concept,
    figures,
    hosts: hosts.map(withLinks),
    recommended: feed.recommended.map(({ feed, name, page }) => ({
      name: name || feed,
      address: page || feed,
    })),
  }
}

function withLinks({ links, ...host }: SiteSettings["presentation"]["hosts"][number]) {
  return {
    ...host,
    links: links
      .split("\n")
      .map((link) => link.trim())
      .filter(isWebAddress),
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: matches[0].loaderData.podcast.pageNames["/about"] ?? "À propos",
    description: loaderData.mission || loaderData.description,
    path: "/about",
    breadcrumb: [{ name: "À propos", path: "/about" }],
  })
}

const LEAD = "max-w-[60ch] text-xl leading-relaxed whitespace-pre-line md:text-2xl"

export default function About({ loaderData }: Route.ComponentProps) {
  const { mission, description, hosts, concept, figures, recommended } = loaderData
  const { pageNames } = usePodcast()
  return (
    <>
      <div className="wrap pt-10 md:pt-16">
        <PageHeading title={pageNames["/about"] ?? "À propos"} />
        {mission ? (
          <section
            aria-labelledby="mission"
            className="grid grid-cols-1 gap-x-12 gap-y-4 pt-10 lg:grid-cols-[1fr_2fr]"
          >
            <h2 id="mission" className="poster text-poster-md text-gold">
              Notre mission
            </h2>
            <p className={LEAD}>{mission}</p>
          </section>
        ) : (
          description && <p className={`pt-10 ${LEAD}`}>{description}</p>
        )}
      </div>

      {hosts.length > 0 && (
        <section aria-labelledby="hotes" className="wrap pt-20">
          <h2 id="hotes" className="poster text-poster-md">
            {hosts.length === 1 ? "À l’antenne" : "Les hôtes"}
          </h2>
          <ul className="mt-8 grid grid-cols-1 items-start gap-8 md:grid-cols-2">
            {hosts.map((host, index) => (
              <li
                key={`${index} ${host.name}`}
                className={`sheet on-paper ${index % 2 === 0 ? "md:-rotate-1" : "md:mt-10 md:rotate-1"}`}
              >
                <HostCard host={host} variant={index * 2} />
              </li>
            ))}
          </ul>
        </section>
      )}

      {concept.length > 0 && <Concept concept={concept} />}

      {figures.length > 0 && (
        <section aria-labelledby="impact" className="pt-20">
          <div className="ropes" />
          <div className="wrap pt-10">
            <h2 id="impact" className="poster pb-4 text-center text-poster-md">
              L’impact
            </h2>
            <Figures figures={figures} />
          </div>
        </section>
      )}

      {recommended.length > 0 && (
        <section aria-labelledby="recommandes" className="wrap pt-24">
          <h2 id="recommandes" className="poster text-poster-md">
            À écouter aussi
          </h2>
          <ul className="mt-6 grid grid-cols-1 gap-x-12 border-t-2 border-ink-line md:grid-cols-2">
            {recommended.map(({ name, address }) => (
              <li key={address} className="border-b-2 border-ink-line">
                <a
                  href={address}
                  rel="noopener"
                  className="flex min-h-14 items-center justify-between gap-4 py-2 text-xl hover:underline"
                >
                  <span className="min-w-0 break-words">{name}</span>
                  <span aria-hidden="true">→</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type Host = Route.ComponentProps["loaderData"]["hosts"][number]

function HostCard({ host, variant }: { host: Host; variant: number }) {
  return (
    <>
      {host.corner && (
        <p className="poster border-b-4 border-double border-ink px-5 pt-2.5 pb-1.5 text-lg text-blood-dark">
          {host.corner}
        </p>
      )}
      <PosterImage
        src={host.picture || null}
        fallback={host.name}
        variant={variant}
        className="aspect-[16/8]"
      />
      <div className="p-5">
        <h3 className="poster text-poster-md">{host.name}</h3>
        {host.role && <p className="mt-1 font-semibold text-blood-dark">{host.role}</p>}
        {host.bio && <p className="mt-3 whitespace-pre-line">{host.bio}</p>}
        {host.links.length > 0 && (
          <ul className="mt-3 flex flex-wrap gap-x-5">
            {host.links.map((link) => (
              <li key={link}>
                <a
                  href={link}
                  rel="noopener"
                  className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >
                  {new URL(link).hostname.replace(/^www\./, "")}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Concept({ concept }: { concept: { word: string; text: string }[] }) {
  const { texts } = usePodcast()
  return (
    <section aria-labelledby="concept" className="wrap pt-24">
      <h2 id="concept" className="poster text-poster-md">
        Le concept : {concept.map(({ word }) => word).join(", ")}
      </h2>
      <ol className="mt-8 grid grid-cols-1 divide-ink-line max-md:divide-y-2 md:grid-cols-3 md:divide-x-2">
        {concept.map(({ word, text }, index) => (
          <li key={`${index} ${word}`} className="py-6 md:px-8 md:py-2 md:first:pl-0 md:last:pr-0">
            <p className="poster text-lg text-gold">{ordinal(index + 1, texts)}</p>
            <h3 className="poster mt-1 text-poster-lg">{word}</h3>
            <p className="mt-3 max-w-[60ch] text-paper-dim">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
