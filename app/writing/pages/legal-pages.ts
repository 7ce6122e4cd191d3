export const MENTIONS = "mentions-legales"
export const PRIVACY = "politique-de-confidentialite"

/** The pages that most sites have to have: `ensureLegalPages` makes them, and the footer links them while nobody deletes them. */
export const LEGAL_PAGES = [
  { slug: MENTIONS, title: "Mentions légales" },
  { slug: PRIVACY, title: "Politique de confidentialité" },
] as const

export type LegalSlug = (typeof LEGAL_PAGES)[number]["slug"]

/** Where the privacy page was in databases of before. */
export const FORMER_PRIVACY = "confidentialite"
