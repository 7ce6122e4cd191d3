import type { AuditKind } from "#app/kit/lib/audit.ts"
import { isElided, type Listing, PLAIN, theseRows } from "./lists/list-type.ts"
import type { Publication } from "./publication.ts"

type Noun = {
  /** What the log calls it. */
  kind: AuditKind
  /** Where it is managed. */
  path: string
  /** The manager's title. */
  title: string
  one: string
  many: string
  isFeminine?: boolean
}

/** One item of a manager's list. */
export type ManagedRow = Publication & {
  id: number
  title: string
  /** What tells it from others. */
  details: string[]
  /** Where the item is on the site, drafts included. */
  address?: string
}

/** What the back office says of a kind of content (docs/product.md 18). */
export type ManagedType = ReturnType<typeof managedType<Listing>>

/**
 * A kind of content that hosts write, in the words of its manager.
 *
 * @param listing how its list is narrowed down, sorted and worked on
 * @param texts instead of those that follow from the noun
 */
export function managedType<const Of extends Listing = typeof PLAIN>(
  { kind, path, title, one, many, isFeminine = false }: Noun,
  texts: Partial<Texts> = {},
  listing?: Of,
) {
  const e = isFeminine ? "e" : ""
  const the = isElided(one) ? "l'" : isFeminine ? "la " : "le "
  const nouns = [one, many] as const
  const { filters, sorts, deeds } = listing ?? PLAIN
  return {
    kind,
    path,
    title,
    nouns,
    /** « cet épisode », « cette page » */
    thisOne: theseRows({ path, nouns, isFeminine }, 1),
    isFeminine,
    filters: filters as Of["filters"],
    sorts: sorts as Of["sorts"],
    deeds: deeds as Of["deeds"],
    listTitle: `${capital(many)} existant${e}s`,
    searchLabel: `Rechercher un${e} ${one}`,
    emptyText: `Aucun${e} ${one} pour le moment : écrivez ${isFeminine ? "la première" : "le premier"}.`,
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
  } as const
}

type Texts = Record<"searchLabel" | "emptyText" | "created" | "updated", string>

function capital(text: string) {
  return text.charAt(0).toLocaleUpperCase("fr") + text.slice(1)
}
