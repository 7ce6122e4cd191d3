import { wordsOf } from "#app/content/managed-type.ts"

/** What the back office says of letters. */
export const LETTERS = wordsOf({
  path: "/admin/letters",
  title: "Lettres",
  one: "lettre",
  many: "lettres",
  isFeminine: true,
})

/** Where one letter is looked at, sent and followed. */
export const letterAddress = (id: number) => `${LETTERS.path}/${id}`
