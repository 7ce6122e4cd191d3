import type { RESERVED_FOR } from "#app/kit/lib/reserved.ts"

/** How many episodes a page of the grid holds. */
export const EPISODES_PER_PAGE = 24

export const EPISODE_TYPES = ["full", "trailer", "bonus"] as const
export const TYPE_LABELS: Record<(typeof EPISODE_TYPES)[number], string> = {
  full: "Épisode",
  trailer: "Bande-annonce",
  bonus: "Bonus",
}

export const COMMENT_CHOICES = ["automatic", "open", "closed"] as const
export const COMMENT_LABELS: Record<(typeof COMMENT_CHOICES)[number], string> = {
  automatic: "Selon les règles du site",
  open: "Ouverts",
  closed: "Fermés",
}

export const RESERVED_LABELS: Record<(typeof RESERVED_FOR)[number], string> = {
  nobody: "Jamais",
  days: "Les premiers jours",
  until: "Jusqu’à une date",
  always: "Toujours",
}

type Billing = {
  title: string
  guest: string
  hasNoGuest: boolean
  season: number | null
  number: number | null
}

/** The guest's name, or the word for a guest whose name nobody wrote down; empty when there is none. */
export function guestOf({ guest, hasNoGuest }: Billing) {
  return guest || (hasNoGuest ? "" : "Invité")
}

/** The ordinal on the poster, as « Saison 2 · Round 7 »; empty when it has neither. @param word before the number */
export function roundOf({ season, number }: Pick<Billing, "season" | "number">, word: string) {
  return [season === null ? "" : `Saison ${season}`, number === null ? "" : `${word} ${number}`]
    .filter(Boolean)
    .join(" · ")
}

/** What stands in a picture's place: the guest (by a letter), or the number of the round. */
export function fallbackOf({ guest, number }: Pick<Billing, "guest" | "number">) {
  return guest || number
}
