import type { LossThing } from "./things.ts"

/** What it is called, and for how many it is so. */
type Kind = { what: string; one: string; many: string }

/** Counts what an export has and this site has nothing like; `end` tells it, a kind each. */
export function createLosses() {
  const counts = new Map<string, Kind & { count: number }>()

  return {
    /** @param id keeps the kind apart, and is known again in the next export */
    add(id: string, kind: Kind, count = 1) {
      const counted = counts.get(id)
      if (counted) counted.count += count
      else if (count > 0 && counts.size < MAX_KINDS) counts.set(id, { ...kind, count })
    },

    end(): LossThing[] {
      return [...counts].map(([id, { what, one, many, count }]) => ({
        kind: "loss",
        id,
        what,
        title: `${count.toLocaleString("fr-FR")} ${count > 1 ? many : one}`,
      }))
    },
  }
}

export type Losses = ReturnType<typeof createLosses>

/** A site with more kinds of content than this is made up. */
const MAX_KINDS = 200

/** @param one what one of them is called, `many` several */
export const lossKind = (what: string, one: string, many: string): Kind => ({ what, one, many })

export const NO_ID = lossKind("contenu sans numéro", "contenu sans numéro", "contenus sans numéro")
export const REPEATED = lossKind(
  "doublon",
  "contenu dont le numéro est celui d’un autre",
  "contenus dont le numéro est celui d’un autre",
)
export const TOO_LONG = lossKind(
  "texte trop long",
  "texte de plus de deux millions de caractères",
  "textes de plus de deux millions de caractères",
)
export const UNREADABLE = lossKind(
  "texte illisible",
  "texte qui n’a pas pu être lu",
  "textes qui n’ont pas pu être lus",
)
export const EMPTY = lossKind("contenu vide", "contenu sans titre ni texte", "contenus sans titre ni texte")
