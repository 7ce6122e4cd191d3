import { isSlug } from "#app/kit/lib/slugs.ts"

/** What of this site an address leads to, and a letter shows as a card. */
export type OwnContent =
  | { kind: "episode" | "news"; id: number; path: string }
  | { kind: "post" | "page"; slug: string; path: string }

/**
 * The content that an address of this site leads to: `/episodes/12`, `/blog/mon-article`, `/news/galeries/3`,
 * `/news#actualite-3` or `/page/equipe`, each also in full; undefined for any other address.
 */
export function readOwnAddress(address: string, publicUrl: string): OwnContent | undefined {
  const path = pathOf(address, publicUrl)
  if (path === undefined) return undefined
  const [, folder = "", name = ""] =
    /^\/(episodes|news\/galeries|blog|page)\/([\w-]{1,200})\/?$/.exec(path.pathname) ?? []
  if (folder === "blog" && isSlug(name)) return { kind: "post", slug: name, path: `/blog/${name}` }
  if (folder === "page" && isSlug(name)) return { kind: "page", slug: name, path: `/page/${name}` }
  if (folder === "episodes" && isId(name))
    return { kind: "episode", id: Number(name), path: `/episodes/${name}` }
  const [, anchor] = path.pathname === "/news" ? (/^#actualite-(\d+)$/.exec(path.hash) ?? []) : []
  const id = folder === "news/galeries" ? name : anchor
  return id !== undefined && isId(id)
    ? { kind: "news", id: Number(id), path: `/news#actualite-${id}` }
    : undefined
}

/** Within what PostgreSQL stores. */
const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text)

function pathOf(address: string, publicUrl: string) {
  if (address.length > MAX_LENGTH || !/^(?:https?:\/)?\/[^/]/i.test(address)) return undefined
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  return url.origin === new URL(publicUrl).origin ? url : undefined
}

const MAX_LENGTH = 2_000
