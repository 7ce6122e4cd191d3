/** Where the player may be shown: nowhere, on sites that hosts name, or everywhere. */
export type Where = "everywhere" | "sites" | "nowhere"

/** Where is said what others show in a page's place. @param url the page's address */
export const oembedAddress = (publicUrl: string, url: string) =>
  `${publicUrl}/oembed?url=${encodeURIComponent(url)}`

/** A page's link to it, as `pageMeta` has React write it. */
const LINK = /<link rel="alternate" type="application\/json\+oembed" href="([^"&]*)"/

/** The same as a header, for who does not read the page; undefined where the page has no such link. */
export function oembedHeader(html: string) {
  const [, address] = LINK.exec(html) ?? []
  const link = (format: string, type: string) =>
    `<${address}&format=${format}>; rel="alternate"; type="${type}+oembed"`
  return address && `${link("json", "application/json")}, ${link("xml", "text/xml")}`
}
