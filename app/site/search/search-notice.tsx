import { PageLink } from "#app/kit/ui/page-link.tsx"
import type { SearchResults } from "./search.server.ts"
import { MAX_PARTS } from "./search-terms.ts"
import { searchAddress, type SearchView, spellResults } from "./search-view.ts"

type Props = { view: SearchView; failed: boolean; pageCount: number } & Omit<SearchResults, "results">

/** How many there are, or why there is nothing, and what could be done about it. */
export function SearchNotice(props: Props) {
  const { view, suggestion, terms } = props
  return (
    <div role="status" className="mx-auto mt-8 max-w-4xl text-center text-lg">
      <p className={props.count > 0 ? "font-semibold" : "text-xl text-paper-dim"}>{textOf(props)}</p>
      {suggestion && (
        <p className="mt-3 text-xl">
          Vouliez-vous dire{" "}
          <PageLink
            to={searchAddress({ search: suggestion })}
            className="font-bold text-gold underline underline-offset-4 hover:text-paper"
          >
            {suggestion}
          </PageLink>
          &#x202f;?
        </p>
      )}
      {terms.isCut && !terms.problem && (
        <p className="mt-2 text-base text-paper-dim">
          Votre recherche est longue&nbsp;: seul son début est cherché ({MAX_PARTS} mots au plus).
        </p>
      )}
      {props.count === 0 && !props.failed && view.search !== "" && <Advice view={view} />}
      {view.search === "" && <Help />}
    </div>
  )
}

function textOf({ view, kinds, terms, count, isCapped, failed, pageCount }: Props) {
  if (failed) return "La recherche ne répond pas. Réessayez dans un instant."
  if (terms.problem) return PROBLEMS[terms.problem]
  const where = [kinds.find(({ name }) => name === view.kind)?.label.toLowerCase(), view.year]
    .filter(Boolean)
    .join(", ")
  const within = where && ` (${where})`
  if (count === 0) return `Aucun résultat pour «\u00a0${view.search}\u00a0»${within}.`
  const number = spellResults(count, isCapped).replace("plus", "Plus")
  const page = view.page > 1 ? `, page ${view.page} sur ${pageCount}` : ""
  return `${number} pour «\u00a0${view.search}\u00a0»${within}${page}.`
}

const PROBLEMS = {
  empty: "Épisodes, invités, actualités, articles et pages\u00a0: tout se cherche ici.",
  short: "Tapez au moins deux lettres.",
  signs: "Tapez un mot\u00a0: il n’y a ici que des signes.",
  excluding: "Dites aussi ce que vous cherchez\u00a0: un mot au moins sans «\u00a0-\u00a0» devant.",
}

function Advice({ view }: { view: SearchView }) {
  const isNarrowed = view.kind ?? view.guest ?? view.year
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-4">
      {isNarrowed && (
        <PageLink to={searchAddress({ search: view.search })} className="button button-blood">
          Chercher dans tout le site
        </PageLink>
      )}
      <PageLink to="/episodes" className="button button-paper">
        Tous les épisodes
      </PageLink>
    </p>
  )
}

function Help() {
  return (
    <ul className="mx-auto mt-6 inline-grid gap-x-8 gap-y-2 text-left text-base text-paper-dim sm:grid-cols-2">
      <li>
        <b className="text-paper">«&nbsp;deux mots&nbsp;»</b> entre guillemets&nbsp;: l’un après l’autre
      </li>
      <li>
        <b className="text-paper">-mot</b>
        &nbsp;: sans ce mot
      </li>
      <li>Accents et majuscules ne comptent pas</li>
      <li>Le dernier mot peut n’être que commencé</li>
    </ul>
  )
}
