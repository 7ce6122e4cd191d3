/** How many episodes a page of the grid holds. */
export const EPISODES_PER_PAGE = 24

/** The guest's name, or the word for a guest whose name nobody wrote down. */
export function guestOf(episode: { guest: string }) {
  return episode.guest || "Invité"
}

/** The ordinal on the poster: the feed's episode number, else the order in which episodes came to the site. */
export function roundOf(episode: { id: number; number: number | null }) {
  return episode.number ?? episode.id
}
