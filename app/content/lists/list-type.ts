import type { IconName } from "#app/kit/ui/icon.tsx"

export type Order = "asc" | "desc"
export type Choice = { value: string; label: string }

/** What narrows a list down, by one of several values. */
export type Filter = {
  /** « État » */
  label: string
  /** « Tous les états » */
  all: string
  choices: readonly Choice[]
  /** Which values can be chosen where the page finds the choices in the database. */
  others?: RegExp
  /** The page shows it in its own way. */
  isElsewhere?: true
}

/** A filter by one of a few values. @param labels by value, in their order */
export function filterBy<Value extends string>(label: string, all: string, labels: Record<Value, string>) {
  const choices = Object.entries<string>(labels).map(([value, of]) => ({ value, label: of }))
  return { label, all, choices } satisfies Filter
}

/** What a list can be sorted by. */
export type Sort = {
  label: string
  /** The order that it is first shown in. */
  first: Order
}

/** What can be done with several rows at once, as it is done with one. */
export type BulkAction = {
  /** « Publier » */
  label: string
  /** Where the rows need a word before them: « de », as in « Changer la catégorie de ces 4 actualités ». */
  preposition?: "de"
  icon: IconName
  /** Said afterwards: « Épisode publié », « épisodes publiés ». */
  done: readonly [one: string, many: string]
  /** « Impossible de publier » */
  failed: string
  /** Where it can be taken back, said afterwards. */
  link?: { to: string; label: string }
  /** Said before, where something is lost that way; without it, it is asked only of more than a page, and without scripts. */
  loss?: string
  /** They go to the bin. */
  toBin?: true
  /** Why rows may stay as they are: « utilisé ou en préparation ». */
  refused?: string
  /** What it needs to know, in the field `value`. */
  choose?: { label: string; choices: readonly Choice[] }
}

/** How a list of the back office is narrowed down, sorted and worked on; its server part is `listedRows`. */
export type Listing = {
  filters: Record<string, Filter>
  /** The first one is the list's own. */
  sorts: Record<string, Sort>
  bulkActions: Record<string, BulkAction>
}

/** What a list's rows are called. */
export type ListNoun = {
  path: string
  nouns: readonly [one: string, many: string]
  isFeminine?: boolean
}

export type ListType = ListNoun & Listing

/** A list without a form of its own; those of `managedType` are lists, too. */
export function listType<const Type extends ListType>(type: Type) {
  return type
}

/** What a list has that is neither narrowed down nor sorted. */
export const PLAIN = { filters: {}, sorts: {}, bulkActions: {} } as const satisfies Listing

/** The sort that a list has by itself, and its order. */
export function ownSort({ sorts }: Pick<Listing, "sorts">) {
  const [first] = Object.entries(sorts)
  return first && { sort: first[0], order: first[1].first }
}

/** A list's bulk actions, or those of them that fit what is shown. */
export function bulkActionsOf({ bulkActions }: Pick<Listing, "bulkActions">, only?: readonly string[]) {
  return Object.entries(bulkActions).filter(([name]) => !only || only.includes(name))
}

/** « ces 3 épisodes », « cet épisode » */
export function theseRows({ nouns: [one, many], isFeminine }: ListNoun, count: number) {
  if (count > 1) return `ces ${formatCount(count)} ${many}`
  return `${isFeminine ? "cette" : isElided(one) ? "cet" : "ce"} ${one}`
}

export function isElided(word: string) {
  return /^[aeéèêiouyh]/i.test(word)
}

export function formatCount(count: number) {
  return count.toLocaleString("fr-FR")
}
