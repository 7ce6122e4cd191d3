import { site } from "#site"

/** Whose comment it is: the podcast's own has the name that the podcast has today. */
export function nameOf({ isPodcast, authorName }: { isPodcast: boolean; authorName: string }) {
  return isPodcast ? site.name : authorName
}
