/** What stands for a person where no picture does: the first letter or digit of « Awa Diop » or « awa.diop@… »; else nothing. */
export function letterOf(name: string) {
  return /[\p{L}\p{N}]/u.exec(name.normalize())?.[0] ?? ""
}

/**
 * The ground and the motif of a placeholder, of four and three. Of items that follow each other no five look the same: those
 * beside each other in a row differ, and those above each other in a grid up to four wide.
 *
 * @param id a whole number from 0, which stays the item's own
 */
export function lookOf(id: number) {
  return { ground: spread(id, 4), motif: spread(id, 3) }
}

/** Moved on by one after each round, so that every nth is another, too. */
function spread(id: number, count: number) {
  return (id + Math.floor(id / count)) % count
}
