import { plainText } from "#app/kit/lib/from-html/html-texts.ts"
import type { CategoryThing } from "../things.ts"
import type { RawItem } from "./raw-item.ts"

/** A category, or a series of a podcast's plugin. */
export function toCategory(taxonomy: string, nicename: string, name: string): CategoryThing[] {
  const slug = decodeSlug(nicename)
  if (slug === "" || !isTaxonomy(taxonomy)) return []
  return [
    {
      kind: "category",
      id: taxonomy === "category" ? slug : `${taxonomy}:${slug}`,
      name: plainText(name) || slug,
    },
  ]
}

export const categoriesOf = ({ categories }: RawItem) =>
  categories.flatMap(({ domain, nicename, name }) => toCategory(domain, nicename, name))

/** WordPress writes what is not ASCII in a slug in percent: « caf%c3%a9 ». */
export function decodeSlug(slug: string) {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** Those that part a site as categories do. */
const isTaxonomy = (name: string) =>
  name === "category" || name === "series" || name === "podcast_series" || name === "shows"
