import { isSlug } from "#app/kit/lib/slugs.ts"

/** What of this site an address leads to, and a letter shows as a card. */
export type OwnContent = { kind: string; key: number | string; path: string }

/** This site as its letters know it: also in threads that know no types. */
export type Site = {
  /** What its addresses begin with. */
  publicUrl: string
  /** The pages of what letters show as cards: their addresses end in a slug, or in a number. */
  pages: { kind: string; prefix: string; anchor?: string; hasSlugs: boolean }[]
}

/**
 * The content that an address of this site leads to: `/episodes/12`, `/blog/mon-article`, `/news/galeries/3`,
 * `/news#actualite-3` or `/page/equipe`, each also in full; undefined for any other address.
 */
export function readOwnAddress(address: string, { publicUrl, pages }: Site): OwnContent | undefined {
  const url = toUrl(address, publicUrl)
  if (!url) return undefined
  for (const { kind, prefix, anchor, hasSlugs } of pages) {
    const name = after(prefix, url.pathname) ?? (anchor && after(anchor, url.pathname + url.hash))
    if (name === undefined) continue
    const path = `${anchor ?? prefix}${name}`
    if (!hasSlugs) return isId(name) ? { kind, key: Number(name), path } : undefined
    return name.length <= MAX_SLUG && isSlug(name) ? { kind, key: name, path } : undefined
  }
  return undefined
}

const after = (start: string, place: string) =>
  place.startsWith(start) ? place.slice(start.length).replace(/\/$/, "") : undefined

/** Within what PostgreSQL stores. */
const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text)
const MAX_SLUG = 200

function toUrl(address: string, publicUrl: string) {
  if (address.length > MAX_LENGTH || !/^(?:https?:\/)?\/[^/]/i.test(address)) return undefined
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  return url.origin === new URL(publicUrl).origin ? url : undefined
}

const MAX_LENGTH = 2_000
