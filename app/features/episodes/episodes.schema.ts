/** How many episodes a page of the grid holds. */
export const EPISODES_PER_PAGE = 24

/** The longest search taken from an address, in characters. */
export const LONGEST_SEARCH = 100

/** What is searched for: one line, without control characters. */
export function parseSearch(value: string | null) {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  const oneLine = (value ?? "").normalize("NFC").replace(/[\u0000-\u001f\u007f\s]+/g, " ")
  return oneLine.trim().slice(0, LONGEST_SEARCH)
}

/** The guest's name, or the word for a guest whose name nobody wrote down. */
export function guestOf(episode: { guest: string }) {
  return episode.guest || "Invité"
}

/** The ordinal on the poster: the feed's episode number, else the order in which episodes came to the site. */
export function roundOf(episode: { id: number; number: number | null }) {
  return episode.number ?? episode.id
}
