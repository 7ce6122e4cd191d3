import { data, Link } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/support.route"
import { SUPPORTERS_PAGE } from "./feed/supporter-paths.ts"
import { SUPPORT } from "./support-address.ts"
import { findSupport } from "./support.server.ts"

export const handle = {
  cache: { parameters: [], shows: ["levels", "settings/support.text", "settings/support.links"] },
} satisfies CachedPage

export async function loader() {
  const support = await findSupport()
  if (!support) throw data({ title: "Page non trouvée" }, { status: 404 })
  const { text, ...shown } = support
  return { ...shown, summary: toPlainText(text, 200) }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, pageNames } = matches[0].loaderData.podcast
  const title = pageNames[SUPPORT] ?? "Soutenir"
  return pageMeta(matches, {
    title,
    description: loaderData.summary || `Toutes les façons de soutenir ${name}.`,
    path: SUPPORT,
    breadcrumb: [{ name: title, path: SUPPORT }],
  })
}

export default function Support({ loaderData: { textHtml, levels, links } }: Route.ComponentProps) {
  const { pageNames } = usePodcast()
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={pageNames[SUPPORT] ?? "Soutenir"} />
      {textHtml && (
        <div className="prose mt-10 text-lg md:text-xl" dangerouslySetInnerHTML={{ __html: textHtml }} />
      )}
      {levels.length > 0 && (
        <section aria-labelledby="paliers" className="pt-14 md:pt-20">
          <h2 id="paliers" className="poster text-poster-md text-gold">
            {levels.length === 1 ? "Le palier" : "Les paliers"}
          </h2>
          <ol className="mt-6 grid grid-cols-1 gap-7">
            {levels.map((level) => (
              <li key={level.id}>
                <LevelCard level={level} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {links.length > 0 && (
        <section aria-labelledby="ou-soutenir" className="pt-14 md:pt-20">
          <h2 id="ou-soutenir" className="poster text-poster-md text-gold">
            Où soutenir
          </h2>
          <ul className="mt-6 flex flex-wrap gap-4">
            {links.map(({ label, url }) => (
              <li key={url} className="max-w-full">
                <a href={url} rel="noopener" className="button button-paper max-w-full break-words">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="pt-14 md:pt-20">
        Vous soutenez déjà le podcast ?{" "}
        <Link to={SUPPORTERS_PAGE} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Ouvrir votre espace
        </Link>
      </p>
    </div>
  )
}

type Level = Route.ComponentProps["loaderData"]["levels"][number]

/** A round of the fight: what it is called and costs, and beside it what it opens. */
function LevelCard({ level: { name, price, descriptionHtml, payUrl } }: { level: Level }) {
  return (
    <article className="sheet on-paper punch grid grid-cols-1 gap-x-12 gap-y-6 p-6 md:grid-cols-[2fr_3fr] md:p-9">
      <div className="min-w-0">
        <h3 className="poster text-poster-md break-words">{name}</h3>
        {price && (
          <p className="stamp mt-4 max-w-full text-xl break-words text-blood-dark md:text-2xl">{price}</p>
        )}
      </div>
      <div className="min-w-0 md:self-center">
        {descriptionHtml && (
          <div className="prose text-lg" dangerouslySetInnerHTML={{ __html: descriptionHtml }} />
        )}
        {payUrl && (
          <a href={payUrl} rel="noopener" className="button button-blood mt-6 first:mt-0">
            Soutenir<span className="sr-only"> : {name}</span>
          </a>
        )}
      </div>
    </article>
  )
}
