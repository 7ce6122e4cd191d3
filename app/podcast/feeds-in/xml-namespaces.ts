export type XmlModule =
  "rss" | "itunes" | "podcast" | "content" | "psc" | "media" | "atom" | "sy" | "dc" | "rdf" | "other"

type Scope = { depth: number; uris: Map<string, string>; parent: Scope | undefined }

/**
 * Follows the xmlns declarations of a document and tells which vocabulary an element belongs to.
 *
 * @param moduleOf names the vocabulary of an address, or of a prefix that nobody declared
 */
export function createNamespaceScopes<Module>(moduleOf: (prefix: string, uri: string | undefined) => Module) {
  let scope: Scope | undefined

  function uriOf(prefix: string) {
    for (let at = scope; at; at = at.parent) {
      const uri = at.uris.get(prefix)
      if (uri !== undefined) return uri
    }
    return undefined
  }

  return {
    enter(depth: number, uris: Map<string, string>) {
      if (uris.size > 0) scope = { depth, uris, parent: scope }
    },
    leave(depth: number) {
      while (scope && scope.depth >= depth) scope = scope.parent
    },
    /** The local name comes in lower case: feeds write `pubdate` and `GUID` too. */
    resolve(name: string): { module: Module; local: string } {
      const colon = name.indexOf(":")
      const prefix = name.slice(0, Math.max(colon, 0))
      return { module: moduleOf(prefix, uriOf(prefix)), local: name.slice(colon + 1).toLowerCase() }
    },
  }
}

/** The prefix that an attribute declares (`""` for plain `xmlns`), undefined for any other attribute. */
export function declaredPrefix(attribute: string) {
  if (attribute === "xmlns") return ""
  return attribute.startsWith("xmlns:") ? attribute.slice(6) : undefined
}

/** The vocabularies of feeds. */
export function feedModuleOf(prefix: string, uri: string | undefined): XmlModule {
  // A usual prefix that nobody declared means what it usually means.
  if (uri === undefined) return prefix === "" ? "rss" : (USUAL_PREFIXES.get(prefix.toLowerCase()) ?? "other")
  return MODULES.get(comparable(uri)) ?? "other"
}

/** Documents vary the case, the scheme and the final slash of these addresses. */
export function comparable(uri: string) {
  const text = uri.slice(0, 200).trim().toLowerCase()
  return text.replace(/^https?:\/\//, "").replace(/[/#]$/, "")
}

const USUAL_PREFIXES = new Map<string, XmlModule>([
  ["itunes", "itunes"],
  ["podcast", "podcast"],
  ["content", "content"],
  ["psc", "psc"],
  ["media", "media"],
  ["atom", "atom"],
  ["sy", "sy"],
  ["dc", "dc"],
  ["rdf", "rdf"],
])

const MODULES = new Map<string, XmlModule>([
  ["", "rss"],
  ["backend.userland.com/rss2", "rss"],
  ["backend.userland.com/rss", "rss"],
  ["blogs.law.harvard.edu/tech/rss", "rss"],
  ["cyber.law.harvard.edu/rss/rss.html", "rss"],
  ["purl.org/rss/1.0", "rss"],
  ["www.w3.org/1999/xhtml", "rss"],
  ["www.itunes.com/dtds/podcast-1.0.dtd", "itunes"],
  ["podcastindex.org/namespace/1.0", "podcast"],
  ["github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md", "podcast"],
  ["podlove.org/simple-chapters", "psc"],
  ["purl.org/rss/1.0/modules/content", "content"],
  ["purl.org/rss/1.0/modules/syndication", "sy"],
  ["purl.org/dc/elements/1.1", "dc"],
  ["purl.org/dc/terms", "dc"],
  ["search.yahoo.com/mrss", "media"],
  ["www.w3.org/2005/atom", "atom"],
  ["www.w3.org/1999/02/22-rdf-syntax-ns", "rdf"],
])
