/** What can be shown in a letter as a card. */
export const BLOCK_KINDS = ["episode", "news", "article"] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** One of them; its address alone on a line is the card. */
export type BlockChoice = { id: number; title: string; detail: string; address: string }

export const BLOCKS_PATH = "/admin/letters/blocks"
