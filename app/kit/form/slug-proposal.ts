import { isSlug, toSlug } from "#app/kit/lib/slugs.ts"

/** Long enough to be read, short enough to be shared. */
const MAX_LENGTH = 80

/** The slug for a title, cut between words; empty when the title has nothing that an address can show. */
export function proposeSlug(title: string) {
  const [first = "", ...words] = toSlug(title).split("-")
  let slug = first.slice(0, MAX_LENGTH)
  for (const word of words) {
    if (slug.length + 1 + word.length > MAX_LENGTH) break
    slug += `-${word}`
  }
  return isSlug(slug) ? slug : ""
}
