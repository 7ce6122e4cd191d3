/** What a comment may be, as the address and the page say it. */
export const STATES = [
  { value: "en-attente", status: "pending", label: "En attente" },
  { value: "visible", status: "visible", label: "Visibles" },
  { value: "masque", status: "hidden", label: "Masqués" },
] as const

/** What is not visible to all says so. */
export const STATUS_LABELS = { pending: "En attente", hidden: "Masqué" } as const

/** A search without words, which no index can answer, goes through so many comments, the newest. */
export const RECENT_COMMENTS = 10_000
