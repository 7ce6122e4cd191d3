import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { mediaKey } from "#app/kit/lib/media.ts"

export type Places = ReturnType<typeof createPlaces>

type Known = {
  /** The site's address, without a slash at its end. */
  publicUrl: string
  /** By a medium's key, its file in the archive. */
  media: Pick<ReadonlyMap<string, string>, "get">
  /** By a path of the site, the page of the archive that stands for it. */
  pages: ReadonlyMap<string, string>
}

/** An address of the library in a text; parentheses belong to it in pairs. */
const IN_LIBRARY = /\/media\/[\w-]{22}\/(?:[^\s()"'<>[\]#\\]|\([^\s()"'<>[\]#\\]*\))*/.source
const IN_HTML = /\b(src|href)="([^"]*)"/g

/**
 * Where addresses of the site lead in an archive. What is not in it stays on the site.
 *
 * @returns what changes addresses; `base` leads from a file to the archive's root (`../../`)
 */
export function createPlaces({ publicUrl, media, pages }: Known) {
  const ofSite = (address: string) => {
    if (address.startsWith(`${publicUrl}/`)) return address.slice(publicUrl.length)
    return /^\/(?![/\\])/.test(address) ? address : undefined
  }
  const inText = new RegExp(`(?<![\\w.-])(?:${RegExp.escape(publicUrl)})?${IN_LIBRARY}`, "g")
  const file = (path: string) => media.get(mediaKey(path) ?? "")
  const lead = (address: string, base: string) => {
    const path = ofSite(address)
    if (path === undefined) return address
    const found = file(path)
    return found === undefined ? publicUrl + path : base + found
  }
  return {
    address: lead,
    /** Markdown: only what the library holds becomes another address. */
    text: (markdown: string, base: string) => markdown.replace(inText, (address) => lead(address, base)),
    html(html: string, base: string) {
      return html.replace(IN_HTML, (whole, name: string, value: string) => {
        const path = ofSite(value.replaceAll("&amp;", "&"))
        if (path === undefined) return whole
        const [bare = "", fragment] = path.split("#", 2)
        const found = file(path) ?? pages.get(bare.replace(/\?.*/s, ""))
        const target =
          found === undefined ? publicUrl + path : base + found + (fragment ? `#${fragment}` : "")
        return `${name}="${escapeHtml(target)}"`
      })
    },
  }
}
