/** What players of one site tell each other where they can: that one of them began. */
export const CHANNEL = "cko-embed"
/** The same to the page around a player that has no origin of its own, and what that page may answer (docs/decisions/embeds.md). */
export const PLAYING = "cko:playing"
export const PAUSE = "cko:pause"
