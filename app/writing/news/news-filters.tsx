import { PageLink } from "#app/kit/ui/page-link.tsx"
import { usePodcast } from "../../base/settings/use-podcast.ts"
import { categoryLabel, newsAddress, type NewsView } from "./news.schema.ts"

type Props = { view: NewsView; categories: string[] }

/** The two tabs and the category badges: links, since both are in the address. */
export function NewsFilters({ view, categories }: Props) {
  const { categories: labels } = usePodcast().texts
  return (
    <>
      <nav aria-label="Rubriques" className="mt-6 flex gap-2">
        <Tab
          to={newsAddress({ tab: "actualites", category: undefined })}
          isActive={view.tab === "actualites"}
        >
          Actualités
        </Tab>
        <Tab to={newsAddress({ tab: "galeries", category: undefined })} isActive={view.tab === "galeries"}>
          Galeries
        </Tab>
      </nav>
      {categories.length > 0 && (
        <nav aria-label="Catégories" className="mt-6 flex flex-wrap gap-x-3 gap-y-2">
          <Badge to={newsAddress({ ...view, category: undefined })} isActive={view.category === undefined}>
            Tout
          </Badge>
          {categories.map((category) => (
            <Badge
              key={category}
              to={newsAddress({ ...view, category })}
              isActive={view.category === category}
            >
              {categoryLabel(category, labels)}
            </Badge>
          ))}
        </nav>
      )}
    </>
  )
}

type LinkProps = { to: string; isActive: boolean; children: React.ReactNode }

function Tab({ to, isActive, children }: LinkProps) {
  const look = isActive ? "bg-paper text-ink" : "bg-ink-raised text-paper-dim hover:text-paper"
  return (
    <PageLink
      to={to}
      aria-current={isActive ? "page" : undefined}
      preventScrollReset
      className={`poster flex h-14 items-center px-6 pt-1 text-xl ${look}`}
    >
      {children}
    </PageLink>
  )
}

function Badge({ to, isActive, children }: LinkProps) {
  const look = isActive
    ? "border-gold bg-gold text-ink"
    : "border-paper-dim text-paper-dim hover:border-paper hover:text-paper"
  return (
    <PageLink
      to={to}
      aria-current={isActive ? "true" : undefined}
      preventScrollReset
      className={`poster inline-flex min-h-11 items-center border-2 px-4 pt-0.5 text-base tracking-wide ${look}`}
    >
      {children}
    </PageLink>
  )
}
