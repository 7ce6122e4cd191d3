import { PageLink } from "#app/kit/ui/page-link.tsx"
import type { SearchResults } from "./search.server.ts"
import { searchAddress, type SearchView } from "./search-view.ts"

type Props = { view: SearchView; hasResults: boolean } & Pick<SearchResults, "kinds" | "years" | "guests">

/** What the results can be narrowed down to, by links: it is all in the address. */
export function SearchFilters({ view, hasResults, kinds, years, guests }: Props) {
  const shown = kinds.filter(({ name, count }) => count > 0 || name === view.kind)
  const chosen = [
    view.year,
    view.guest && (guests.find(({ slug }) => slug === view.guest)?.name ?? view.guest),
  ]
  const isNarrowed = view.year !== undefined || view.guest !== undefined
  const hasMore = years.length > 1 || guests.length > 0 || isNarrowed
  return (
    <nav aria-label="Affiner la recherche" className="mt-6">
      <ul className="flex flex-wrap gap-x-2 gap-y-1">
        <Choice to={searchAddress(view, { kind: undefined })} isChosen={!view.kind} label="Tout" />
        {shown.map(({ name, label }) => (
          <Choice
            key={name}
            to={searchAddress(view, { kind: name })}
            isChosen={view.kind === name}
            label={label}
          />
        ))}
      </ul>
      {hasMore && (
        // Where something was found that is what one came for; on a phone all choices would fill the screen before it.
        <details open={isNarrowed && !hasResults} className="mt-2">
          <summary className="inline-flex min-h-11 max-w-full items-center font-semibold [overflow-wrap:anywhere] text-paper-dim underline underline-offset-4 hover:text-paper">
            Par année ou par invité
            {isNarrowed && `\u00a0: ${chosen.filter(Boolean).join(", ")}`}
          </summary>
          <Choices title="Année">
            <Choice to={searchAddress(view, { year: undefined })} isChosen={!view.year} label="Toutes" />
            {withChosen(years, "year", view.year).map((year) => (
              <Choice
                key={year}
                to={searchAddress(view, { year })}
                isChosen={view.year === year}
                label={String(year)}
              />
            ))}
          </Choices>
          {guests.length > 0 && (
            <Choices title="Invité">
              <Choice to={searchAddress(view, { guest: undefined })} isChosen={!view.guest} label="Tous" />
              {guests.map(({ slug, name }) => (
                <Choice
                  key={slug}
                  to={searchAddress(view, { guest: slug })}
                  isChosen={view.guest === slug}
                  label={name}
                />
              ))}
            </Choices>
          )}
        </details>
      )}
    </nav>
  )
}

/** What was chosen can be seen and taken back, whatever was found. */
function withChosen(years: { year: number }[], _name: "year", chosen: number | undefined) {
  const all = new Set(years.map(({ year }) => year))
  if (chosen !== undefined) all.add(chosen)
  return [...all].toSorted((a, b) => b - a)
}

function Choices({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-baseline gap-x-4">
      <h2 className="poster w-20 flex-none text-lg text-gold">{title}</h2>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-1">{children}</ul>
    </div>
  )
}

function Choice({ to, isChosen, label }: { to: string; isChosen: boolean; label: string }) {
  return (
    <li>
      <PageLink
        to={to}
        aria-current={isChosen ? "true" : undefined}
        className={`inline-flex min-h-11 items-center border-b-4 px-2 font-semibold hover:border-paper ${isChosen ? "border-blood" : "border-transparent text-paper-dim"}`}
      >
        {label}
      </PageLink>
    </li>
  )
}
