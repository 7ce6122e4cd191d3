/** Names, in a page's address, what is asked for: what opens as a dialog where scripts run is a page without them. */
export const ASKED = "action"

const ABOUT = [ASKED, "id", "ids", "upTo", "counts", "value"]

/** More than any address of ours has, with all rows of a page ticked: each dialog of a page repeats what is kept. */
const MAX_PARAMETERS = 200

/** An address's parameters without what is asked for: what « Annuler » leads back to. */
export function withoutAsked(search: string) {
  const kept = new URLSearchParams(search.split("&", MAX_PARAMETERS).join("&"))
  for (const name of ABOUT) kept.delete(name)
  return kept
}

export function addressOf(pathname: string, parameters: URLSearchParams) {
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname
}

export type Pronoun = "Il" | "Elle" | "Ils" | "Elles"

/** What several rows, or one of them, are called in the sentence that follows. */
export function pronounOf({ isFeminine }: { isFeminine?: boolean }, count: number): Pronoun {
  if (count > 1) return isFeminine ? "Elles" : "Ils"
  return isFeminine ? "Elle" : "Il"
}

/** What is asked before something is done for good, or goes to the bin. */
export type Question = {
  /** Names the item. */
  question: string
  detail?: string
  confirmLabel?: string
  /** A yes takes nothing away. */
  isSafe?: boolean
  /** What goes to the bin, as the sentence that says so calls it; without it, what is deleted is gone. */
  toBin?: Pronoun
  /** What is posted when the answer is yes. */
  fields: { intent: string } & Record<string, string>
}
