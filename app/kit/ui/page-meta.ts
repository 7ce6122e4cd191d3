import type { MetaDescriptor } from "react-router"
import { oembedAddress, type Where } from "#app/kit/http/oembed-address.ts"

type PageMeta = {
  title: string
  description: string
  /** The page's canonical path, with the parameters that matter. */
  path: string
  /** An absolute address or a path on this site. */
  image?: string | null
  type?: "website" | "article"
  /** Where the page stands below the home page. */
  breadcrumb?: { name: string; path: string }[]
  jsonLd?: Record<string, unknown>
  /** The site as a whole, and where it is searched (schema.org's `SearchAction`). */
  website?: { name: string; searchPath: string }
  noIndex?: boolean
  /** What others can show of it in their own pages (app/podcast/embeds). */
  elsewhere?: Elsewhere
}

type Elsewhere = {
  where: Where
  /** The path of its player and how high that is. */
  player: string
  height: number
  sound?: { address: string; type: string | null } | null
}

/** A route's `matches`: the first is always the root, which knows the site's address and the podcast's name. */
type Matches = readonly [{ loaderData: RootData }, ...unknown[]]
type RootData = {
  publicUrl: string
  /** `pageNames`: what hosts call pages, by their addresses, where that is not what they are called here. */
  podcast: { name: string; pageNames: Record<string, string> }
  look: { share: string } | null
}

/** Title, description, canonical address, cards for social networks and structured data of a page. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const { publicUrl, podcast, look } = matches[0].loaderData
  const url = publicUrl + page.path
  const image = new URL(page.image ?? look?.share ?? "/share.png", publicUrl).href
  const title = page.path === "/" ? page.title : `${page.title} · ${podcast.name}`
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: podcast.name },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: page.title },
    { name: "twitter:description", content: page.description },
    { name: "twitter:image", content: image },
    ...(page.elsewhere ? shownElsewhere(page.elsewhere, url, publicUrl) : []),
    ...(page.noIndex ? [{ name: "robots", content: "noindex" }] : []),
    ...(page.breadcrumb
      ? [{ "script:ld+json": breadcrumbList(page.breadcrumb, matches[0].loaderData) }]
      : []),
    ...(page.jsonLd
      ? [{ "script:ld+json": { "@context": "https://schema.org", url, image, ...page.jsonLd } }]
      : []),
    ...(page.website ? [{ "script:ld+json": webSite(page.website, publicUrl) }] : []),
  ]
}

/** For who reads the head of a page that was linked to: blogs its oEmbed, networks its sound or its player. */
function shownElsewhere({ where, player, height, sound }: Elsewhere, url: string, publicUrl: string) {
  if (where === "nowhere") return []
  const href = oembedAddress(publicUrl, url)
  const address = sound && new URL(sound.address, publicUrl).href
  return [
    { tagName: "link" as const, rel: "alternate", type: "application/json+oembed", href },
    ...(address ? [{ property: "og:audio", content: address }] : []),
    ...(address?.startsWith("https:") ? [{ property: "og:audio:secure_url", content: address }] : []),
    ...(address && sound.type ? [{ property: "og:audio:type", content: sound.type }] : []),
    // A network is no site that hosts name.
    ...(where === "everywhere"
      ? [
          { name: "twitter:player", content: publicUrl + player },
          { name: "twitter:player:width", content: "640" },
          { name: "twitter:player:height", content: String(height) },
        ]
      : []),
  ]
}

function webSite({ name, searchPath }: { name: string; searchPath: string }, publicUrl: string) {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name,
    url: `${publicUrl}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: publicUrl + searchPath },
      "query-input": "required name=search_term_string",
    },
  }
}

function breadcrumbList(breadcrumb: { name: string; path: string }[], { publicUrl, podcast }: RootData) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Accueil", path: "/" }, ...breadcrumb].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: podcast.pageNames[path] ?? name,
      item: publicUrl + path,
    })),
  }
}
