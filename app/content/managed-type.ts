import type { Question } from "#app/kit/http/questions.ts"
import type { Permission } from "#app/kit/lib/rights.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"
import { isElided, type Listing, theseRows } from "./lists/list-type.ts"

type Noun = {
  /** Where it is managed. */
  path: string
  /** The manager's title. */
  title: string
  one: string
  many: string
  isFeminine?: boolean
}

/** What the back office says of a kind of content (docs/product.md 18). */
export type TypeWords = ReturnType<typeof wordsOf>

/** The words of a kind of content (docs/product.md 3.8, 5.6, 6.4 and 7.3). @param texts instead of those that follow from the noun */
export function wordsOf(
  { path, title, one, many, isFeminine = false }: Noun,
  texts: Partial<Record<"searchLabel" | "emptyText" | "created" | "updated", string>> = {},
) {
  const e = isFeminine ? "e" : ""
  const the = isElided(one) ? "l'" : isFeminine ? "la " : "le "
  const nouns = [one, many] as const
  return {
    path,
    title,
    nouns,
    /** « l’épisode », « la page » */
    theOne: `${the.replace("'", "’")}${one}`,
    /** « Épisode », « Épisodes » */
    singular: capital(one),
    plural: capital(many),
    /** « Nouvel épisode » */
    new: `${isFeminine ? "Nouvelle" : isElided(one) ? "Nouvel" : "Nouveau"} ${one}`,
    /** « cet épisode », « cette page » */
    thisOne: theseRows({ path, nouns, isFeminine }, 1),
    isFeminine,
    listTitle: `${capital(many)} existant${e}s`,
    searchLabel: `Rechercher un${e} ${one}`,
    emptyText: `Aucun${e} ${one} pour le moment : écrivez ${isFeminine ? "la première" : "le premier"}.`,
    ownOnlyText: `Vous voyez ici vos ${many} seulement\u202f; le droit «\u00a0Écrire partout\u00a0», qu’un administrateur peut donner, ouvre ${isFeminine ? "celles" : "ceux"} des autres.`,
    emptyOwnText: `Aucun${e} ${one} de vous pour le moment.`,
    notFound: `${capital(one)} non trouvé${e}`,
    created: `${capital(one)} créé${e} !`,
    updated: `${capital(one)} mis${e} à jour !`,
    deleted: `${capital(one)} supprimé${e}`,
    cannotLoad: `Impossible de charger les ${many}`,
    cannotCreate: `Impossible de créer ${the}${one}`,
    cannotUpdate: `Impossible de mettre à jour ${the}${one}`,
    cannotDelete: `Impossible de supprimer ${the}${one}`,
    cannotToggle: "Impossible de modifier le statut",
    ...texts,
  }
}

function capital(text: string) {
  return text.charAt(0).toLocaleUpperCase("fr") + text.slice(1)
}

/** Where a form stands: beside the list, or on a page of its own. */
export type FormPlace = "card" | "page"

/** Where the rows of a list are as a table for spreadsheets. */
export const csvAddress = (path: string) => `${path}.csv`

/** The page of an item, or that of a new one. */
export const itemAddress = (path: string, id: number | "new") => `${path}/${id}`

/** What a manager's page in the browser knows of its type. */
export type ShownType = Pick<
  TypeWords,
  | "path"
  | "title"
  | "nouns"
  | "thisOne"
  | "isFeminine"
  | "listTitle"
  | "searchLabel"
  | "emptyText"
  | "new"
  | "plural"
> &
  Listing & {
    kind: string
    hasDrafts?: true
    /** Its form is on its page only: its list has no card. */
    isWrittenOnPage?: true
    /** Who looks writes what others publish. */
    isDraftsOnly: boolean
    /** Why the list is short, to who sees what they wrote themselves only. */
    ownOnlyText?: string
    /** What the address of a new letter calls it, where one can be written about an item. */
    letter?: "episode" | "news" | "article"
    /** Other ways to what is managed: beside the title, and beside the list. */
    action?: TypeLink
    beside?: TypeLink[]
    /** Where its table for spreadsheets is. */
    csv?: string
  }

export type TypeLink = { to: string; label: string; icon?: IconName; isFile?: true }

/** One item of a manager's list. */
export type ManagedRow = {
  id: number
  title: string
  /** What tells it from others. */
  details: (string | false | null | undefined)[]
  /** Of types whose rows show pictures (`thumbnailOf`); null where an item has none. */
  picture?: string | null
  /** « 1 204 », and in words what it counts. */
  figure?: { value: string; words: string }
  /** Where the item is on the site, drafts included. */
  address?: string
  badge?: RowBadge
  /** Of what can be published and taken back. */
  isPublished?: boolean
  /** « 30 nov. à 07:00 », of a draft whose time is still to come. */
  plannedFor?: string
  /** Since when a draft waits for somebody who may publish it: « il y a 2 heures ». */
  review?: string
  /** Neither edited nor deleted any more. */
  isFixed?: boolean
  /** What else can be done with it. */
  links?: TypeLink[]
  /** Asked before it is deleted, where that is not what the noun says. */
  deletion?: Question
}

/** « Publié », or « Programmé pour le 3 décembre 2026 à 00:00 »: the words and until when. */
export type RowBadge = { label: string; variant?: "default" | "secondary" | "outline"; until?: string }

/** What the sidebar and the search know of a type. */
export type TypeEntry = {
  kind: string
  to: string
  label: string
  icon: IconName
  /** « Nouvel article », where one can be written. */
  new?: string
  permission: Permission
  startsFrom?: "audio" | "image"
}
