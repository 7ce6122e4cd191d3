/** True for what can be a slug at all: lower-case words joined by single hyphens. */
export function isSlug(value: string) {
  return value.length <= 200 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
}

/** A slug as another site spells it, maybe as a part of an address; empty where nothing is left of it. */
export function readSlug(spelled: string) {
  try {
    return toSlug(decodeURIComponent(spelled))
  } catch {
    return toSlug(spelled)
  }
}

/** A slug for any text: `é` becomes `e`, `œ` becomes `oe`, all else that is no letter or digit becomes a hyphen. */
export function toSlug(text: string) {
  return text
    .replace(/[œŒ]/g, "oe")
    .replace(/[æÆ]/g, "ae")
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
}
