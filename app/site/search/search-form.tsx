import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { SearchField } from "./search-field.tsx"

/** The notice on the wall: one asks, by name or by what they said. */
export function SearchForm({ search }: { search: string }) {
  return (
    <form role="search" action={SEARCH_PATH} className="sheet on-paper mx-auto max-w-4xl">
      <div className="border-4 border-double border-ink px-4 pt-3 pb-5 text-center sm:px-8 sm:pb-7">
        <h1 className="poster leading-none">
          <span className="block text-xl tracking-[0.25em] text-blood-dark sm:text-3xl">Avis de</span>{" "}
          <span className="block text-poster-lg leading-[1.1]">Recherche</span>
        </h1>
        <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:gap-0">
          <SearchField key={search} search={search} />
          <button type="submit" className="button button-blood min-h-16 px-8 text-2xl shadow-none">
            Chercher
          </button>
        </div>
      </div>
    </form>
  )
}
