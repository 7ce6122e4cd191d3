/** What a host says first of a podcast; the rest is for a feed to say, or for later. */
export const FIRST_FIELDS = ["name", "tagline", "description", "cover"]

export const FEED_FIELDS = [
  "author",
  "ownerName",
  "ownerEmail",
  "language",
  "categories",
  "isExplicit",
  "platforms",
  "socials",
  "links",
]

/** Of a control the setting that it belongs to: lists have one for each row. */
export function nameOf(control: string) {
  return control.split(".", 1)[0] ?? ""
}

/** What a form holds, and instead of it what was found of the same settings. */
export function withFound(fields: Record<string, string>, found: Record<string, string>) {
  const names = new Set(Object.keys(found).map(nameOf))
  const others = Object.entries(fields).filter(([control]) => !names.has(nameOf(control)))
  return { ...Object.fromEntries(others), ...found }
}
