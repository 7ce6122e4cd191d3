import { toSlug } from "#app/kit/lib/slugs.ts"

/** Longer ones, with folders before them, are too long for what unpacks archives on Windows. */
const MAX_LETTERS = 80
/** What Windows takes for a device, whatever follows the point. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** A name that every system takes for a file or a part of one: letters from a to z, digits and hyphens. */
export function safeName(text: string, fallback: string) {
  // No name needs more of a text that may have any length.
  const slug = toSlug(text.slice(0, 1_000)).slice(0, MAX_LETTERS).replace(/-$/, "")
  if (slug === "") return fallback
  return DEVICE.test(slug) ? `${slug}-${fallback}` : slug
}

/** `0012-mon-titre`: in their order, and each its own. */
export function numberedName(id: number, title: string) {
  return `${String(id).padStart(4, "0")}-${safeName(title, "sans-titre")}`
}

/** Gives each file of a folder a name of its own: `photo.jpg`, `photo-2.jpg`; without an extension also other things. */
export function createNames() {
  const next = new Map<string, number>()
  const taken = new Set<string>()
  return (base: string, extension?: string) => {
    const ending = extension === undefined ? "" : `.${extension}`
    for (let number = next.get(base + ending) ?? 1; ; number += 1) {
      const name = (number === 1 ? base : `${base}-${number}`) + ending
      if (taken.has(name)) continue
      taken.add(name)
      next.set(base + ending, number + 1)
      return name
    }
  }
}
