import { formatLongDate } from "#app/kit/lib/dates.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { formatDuration } from "#app/kit/lib/numbers.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { findDocuments, type Found, type Guest, MOST_FOUND } from "./find-documents.server.ts"
import { type FoundItem, loadFound } from "./found-items.server.ts"
import { highlight, type Matcher, passage, type Segment } from "./highlight.ts"
import { asWord, candidatesOf, matcherOf } from "./matched-words.server.ts"
import { findMoments, loadSpoken, type Moment } from "./moments.server.ts"
import { findSuggestion } from "./spelling.server.ts"
import { parseTerms, type SearchTerms } from "./search-terms.ts"
import { RESULTS_PER_PAGE, type SearchView } from "./search-view.ts"
import { labelOfKind, listSearchedKinds } from "./searched-kinds.server.ts"

/** About how much of a text is shown, in characters. */
const PASSAGE_LENGTH = 260
/** Of a text, what is read as Markdown for it. */
const READ_LENGTH = 5_000

/** One result as the page shows it. */
export type Result = ReturnType<typeof toResult>

export type SearchResults = {
  terms: Pick<SearchTerms, "problem" | "isCut">
  results: Result[]
  /** Of all pages. */
  count: number
  /** There are more than were looked at. */
  isCapped: boolean
  /** What it can be narrowed down to, of what was found. */
  kinds: { name: string; label: string; count: number }[]
  years: { year: number; count: number }[]
  guests: Guest[]
  /** What may have been meant, where nothing was found. */
  suggestion?: string
}

const NOTHING = { results: [], count: 0, isCapped: false, kinds: [], years: [], guests: [] }

/** What the page shows where the search does not answer. */
export const findNothing = (): SearchResults => ({ ...NOTHING, terms: { problem: undefined, isCut: false } })

/** What the page of the search shows for its address. */
export async function search(view: SearchView): Promise<SearchResults> {
  const { parts, problem, isCut } = parseTerms(view.search)
  const terms = { problem, isCut }
  if (problem) return { ...NOTHING, terms }
  const isNarrowed = Boolean(view.kind ?? view.guest ?? view.year)
  const [{ found, guests }, all] = await Promise.all([
    findDocuments(parts, view),
    // What else there would be to narrow it down to, in whatever order.
    isNarrowed ? findDocuments(parts, {}, 0) : undefined,
  ])
  const suggestion = found.length === 0 && !isNarrowed ? await findSuggestion(view.search) : undefined
  const choices = all ?? { found, guests }
  const onPage = pageOf(found, view.page)
  const episodeIds = onPage.flatMap(({ kind, id }) => (kind === "episode" ? id : []))
  const findCandidates = candidatesOf(parts)
  const [items, spoken] = await Promise.all([
    loadFound(onPage),
    loadSpoken(episodeIds, parts, findCandidates),
  ])
  const read = items.map((item) => ({ ...item, text: readable(item) }))
  const matcher = await matcherOf(
    parts,
    new Set([
      ...read.flatMap(({ title, guest, text }) =>
        [title, guest, text].flatMap((shown) => findCandidates(shown).map(([word]) => asWord(word))),
      ),
      ...spoken.flatMap(({ found }) => found.map(({ word }) => word)),
    ]),
  )
  const moments = await findMoments(spoken, parts, matcher)
  return {
    terms,
    results: read.map((item) =>
      toResult(item, matcher, (item.kind === "episode" && moments.get(item.id)) || []),
    ),
    count: found.length,
    isCapped: isCapped(found.length),
    kinds: listSearchedKinds().map(({ kind, name, label }) => ({
      name,
      label,
      count: choices.found.filter((one) => one.kind === kind).length,
    })),
    years: countYears(choices.found),
    guests: choices.guests,
    suggestion,
  }
}

/** How much of the whole site has what was typed, up to `MOST_FOUND`: by one statement, as nothing of it is shown. */
export async function countFound(typed: string) {
  const { parts, problem } = parseTerms(typed)
  if (problem) return 0
  return (await findDocuments(parts, {}, 0)).found.length
}

export const isCapped = (count: number) => count === MOST_FOUND

export const pageCountOf = (count: number) => Math.ceil(count / RESULTS_PER_PAGE)

const pageOf = (found: Found[], page: number) =>
  found.slice((page - 1) * RESULTS_PER_PAGE, page * RESULTS_PER_PAGE)

/** What sums it up and its text, in plain words. */
const readable = ({ summary, text }: FoundItem) =>
  [summary, toPlainText(text, READ_LENGTH)].filter(Boolean).join(" — ")

function toResult({ text, ...item }: FoundItem, matcher: Matcher, moments: Moment[]) {
  const { kind, id, path, publishedAt, durationSeconds, category } = item
  return {
    key: `${kind}-${id}`,
    label: labelOfKind(kind),
    path,
    title: highlight(frenchSpaces(item.title), matcher),
    guest: highlight(frenchSpaces(item.guest), matcher),
    passage: shownPassage(text, matcher),
    season: item.season,
    number: item.number,
    day: publishedAt && formatLongDate(publishedAt),
    publishedAt: publishedAt?.toISOString(),
    duration: durationSeconds === null ? "" : formatDuration(durationSeconds),
    category,
    moments,
    track: moments.length > 0 ? trackOf(item) : undefined,
  }
}

/** What plays one of its moments. */
function trackOf({ id, title, guest, audioUrl, imageUrl, durationSeconds }: Omit<FoundItem, "text">) {
  return audioUrl ? { episodeId: id, title, guest, audioUrl, imageUrl, durationSeconds } : undefined
}

const shownPassage = (text: string, matcher: Matcher): Segment[] =>
  text === "" ? [] : passage(frenchSpaces(text), matcher, PASSAGE_LENGTH)

function countYears(found: Found[]) {
  const counts = new Map<number, number>()
  for (const { year } of found) if (year !== null) counts.set(year, (counts.get(year) ?? 0) + 1)
  return [...counts].map(([year, count]) => ({ year, count })).toSorted((a, b) => b.year - a.year)
}
