type Written = { isPodcast: boolean; authorName: string }

/** Whose comment it is: the podcast's own has the name that the podcast has today. */
export function nameOf({ isPodcast, authorName }: Written, podcast: string) {
  return isPodcast ? podcast : authorName
}
