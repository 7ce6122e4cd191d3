/** Above this a feed is refused: the largest podcast feeds in existence weigh about 30 MB. */
export const MAX_FEED_BYTES = 100_000_000

export const TOO_LARGE = "Ce flux est trop volumineux : plus de 100 Mo."

/** Above this a feed is refused: the longest podcasts have about 20,000 episodes. */
export const MAX_FEED_ITEMS = 100_000

/** Characters kept for one item; a longer one is skipped, so that one item cannot fill the memory. */
export const MAX_ITEM_CHARACTERS = 1_000_000

/** Read of a description, its HTML included: three times what is kept of one. */
export const MAX_DESCRIPTION_CHARACTERS = 300_000

/** An unmatched closing tag costs one look at every open element: deep nesting would make that quadratic. */
export const MAX_XML_DEPTH = 200

/** GUIDs are indexed, and PostgreSQL refuses index entries above about 2,700 bytes. */
export const MAX_GUID_BYTES = 2000

export const MAX_TITLE_CHARACTERS = 500

/** Durations and numbers are stored as PostgreSQL `integer`. */
export const MAX_INTEGER = 2_147_483_647
