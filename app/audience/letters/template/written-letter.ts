import type { Picture } from "#app/kit/lib/pictures.ts"
import type { Site } from "./own-address.ts"

/** What a letter shows of an episode, an article, a news item or a page of this site. */
export type Card = {
  title: string
  /** In full. */
  address: string
  /** « Round 12 · 20 novembre 2026 »; may be empty. */
  about: string
  excerpt: string
  /** « Écouter », « Lire ». */
  action: string
  pictureUrl: string | null
  picture: Picture | null
}

/** What is written a letter with: all that the database knows of what it names. */
export type Known = Site & {
  /** By path (`readOwnAddress`), what everybody may see. */
  cards: ReadonlyMap<string, Card>
  /** Of the library, by key. */
  pictures: ReadonlyMap<string, Picture>
}
