import { shownLook } from "./appearance/look.server.ts"
import { shownPodcast } from "./shown-podcast.server.ts"

export type ShownSite = ReturnType<typeof shownSite>

/** What the frame of every page shows, and how it looks. */
export const shownSite = () => ({ podcast: shownPodcast(), look: shownLook() })
