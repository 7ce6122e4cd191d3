/** Where the player may be shown: nowhere, on sites that hosts name, or everywhere. */
export type Where = "everywhere" | "sites" | "nowhere"

/** Where is said what others show in a page's place. @param url the page's address */
export const oembedAddress = (publicUrl: string, url: string) =>
  `${publicUrl}/oembed?url=${encodeURIComponent(url)}`

/** The same as a header, for who does not read the page. @param path the page's, without what does not matter of it */
export function oembedLinks(where: Where, publicUrl: string, path: string): Record<string, string> {
  if (where === "nowhere") return {}
  const address = oembedAddress(publicUrl, publicUrl + path)
  const link = (format: string, type: string) =>
    `<${address}&format=${format}>; rel="alternate"; type="${type}+oembed"`
  return { Link: `${link("json", "application/json")}, ${link("xml", "text/xml")}` }
}
