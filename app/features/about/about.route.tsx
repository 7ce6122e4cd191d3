import type { CachedPage } from "#app/content/cached-page.ts"
import { Figures } from "#app/ui/figures.tsx"
import { PageHeading } from "#app/ui/page-heading.tsx"
import { PosterImage } from "#app/ui/poster-image.tsx"
import { site } from "#site"
import { pageMeta } from "#app/ui/page-meta.ts"
import type { Route } from "./+types/about.route"

export const handle = { cache: { parameters: [], shows: [] } } satisfies CachedPage

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "À propos",
    description: site.mission,
    path: "/about",
    breadcrumb: [{ name: "À propos", path: "/about" }],
  })
}

export default function About() {
  return (
    <>
      <div className="wrap pt-10 md:pt-16">
        <PageHeading title="À propos" />
        <section
          aria-labelledby="mission"
          className="grid grid-cols-1 gap-x-12 gap-y-4 pt-10 lg:grid-cols-[1fr_2fr]"
        >
          <h2 id="mission" className="poster text-poster-md text-gold">
            Notre mission
          </h2>
          <p className="max-w-[60ch] text-xl leading-relaxed md:text-2xl">{site.mission}</p>
        </section>
      </div>

      <section aria-labelledby="hotes" className="wrap pt-20">
        <h2 id="hotes" className="poster text-poster-md">
          Les hôtes
        </h2>
        <ul className="mt-8 grid grid-cols-1 items-start gap-8 md:grid-cols-2">
          {site.hosts.map((host, index) => (
            <li
              key={host.name}
              className={`sheet on-paper ${index % 2 === 0 ? "md:-rotate-1" : "md:mt-10 md:rotate-1"}`}
            >
              <p className="poster border-b-4 border-double border-ink px-5 pt-2.5 pb-1.5 text-lg text-blood-dark">
                {host.corner}
              </p>
              <PosterImage src={null} fallback={host.name} variant={index * 2} className="aspect-[16/8]" />
              <div className="p-5">
                <h3 className="poster text-poster-md">{host.name}</h3>
                <p className="mt-1 font-semibold text-blood-dark">{host.role}</p>
                <p className="mt-3">{host.bio}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="concept" className="wrap pt-24">
        <h2 id="concept" className="poster text-poster-md">
          Le concept : {site.concept.map(({ word }) => word).join(", ")}
        </h2>
        <ol className="mt-8 grid grid-cols-1 divide-ink-line max-md:divide-y-2 md:grid-cols-3 md:divide-x-2">
          {site.concept.map(({ word, text }, index) => (
            <li key={word} className="py-6 md:px-8 md:py-2 md:first:pl-0 md:last:pr-0">
              <p className="poster text-lg text-gold">Round {index + 1}</p>
              <h3 className="poster mt-1 text-poster-lg">{word}</h3>
              <p className="mt-3 max-w-[60ch] text-paper-dim">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="impact" className="pt-20">
        <div className="ropes" />
        <div className="wrap pt-10">
          <h2 id="impact" className="poster pb-4 text-center text-poster-md">
            L’impact
          </h2>
          <Figures figures={site.figures} />
        </div>
      </section>
    </>
  )
}
