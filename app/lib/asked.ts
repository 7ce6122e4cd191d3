/** Names, in a page's address, what is asked for: what opens as a dialog where scripts run is a page without them. */
export const ASKED = "action"

const ABOUT = [ASKED, "id", "ids"]

/** The address's parameters without what is asked for: where « Annuler » leads back to, and what was done. */
export function withoutAsked(search: string) {
  const kept = new URLSearchParams(search)
  // React Router's mark for forms of an index page.
  for (const name of [...ABOUT, "index"]) kept.delete(name)
  return kept
}

/** The address of a page where nothing is asked. */
export function addressWithoutAsked({ pathname, search }: { pathname: string; search: string }) {
  const kept = withoutAsked(search)
  return kept.size > 0 ? `${pathname}?${kept}` : pathname
}

/** What is asked before something is done for good. */
export type Question = {
  /** Names the item. */
  question: string
  detail?: string
  confirmLabel?: string
  /** What is posted when the answer is yes. */
  fields: { intent: string } & Record<string, string>
}
