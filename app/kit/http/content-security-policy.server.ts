import { hash } from "node:crypto"
import { PLAYER_ORIGINS } from "#app/kit/lib/embeds.ts"

/** For whatever is no page: nothing in it runs. The rest is for the page that a browser makes around a picture. */
export const NO_PAGE =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of a rendered page: its own scripts run, of those written into it the very ones that are
 * there (by hash, so that a kept page needs no nonce), and nothing else. Pictures and sound may come from other hosts,
 * where podcasts keep them.
 *
 * @param html the whole page
 * @param last a script that is not written into it yet, or none
 */
export function pagePolicy(html: string, last = "") {
  const scripts = [...inlineScripts(html), ...(last === "" ? [] : [last])].map(
    (text) => `'sha256-${sha256(text)}'`,
  )
  return [
    // Firefox asks it alone for what a page fetches ahead. Everything else has a line of its own below.
    "default-src 'self'",
    "object-src 'none'",
    ["script-src 'self'", ...new Set(scripts)].join(" "),
    // The back office's widgets (React Aria) write rules of their own into the page, also after a visitor's page was left
    // for it without loading a new one.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "media-src 'self' https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Our own pages refuse it, but those that hosts try a look with (server/site-preview.ts).
    ["frame-src 'self'", ...PLAYER_ORIGINS].join(" "),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/**
 * The policy of a page that other sites frame: as above, for a page without forms and without an origin where its frame has none.
 *
 * @param sites where it may be framed, as `frame-ancestors` has it
 */
export function embedPolicy(html: string, sites: string) {
  return [
    "default-src 'none'",
    ["script-src", ...inlineScripts(html).map((text) => `'sha256-${sha256(text)}'`)].join(" "),
    "style-src 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "media-src 'self' https: http:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${sites}`,
  ].join("; ")
}

/** The texts of the scripts that run; JSON, for search engines or for a script, does not. */
function inlineScripts(html: string) {
  const texts: string[] = []
  for (let start = html.indexOf("<script"); start !== -1; start = html.indexOf("<script", start)) {
    const text = html.indexOf(">", start) + 1
    const end = html.indexOf("</script>", text)
    if (text === 0 || end === -1) break
    if (!/\s(?:src=|type="application\/(?:ld\+)?json")/.test(html.slice(start, text)))
      texts.push(html.slice(text, end))
    start = end
  }
  return texts
}

function sha256(text: string) {
  return hash("sha256", text, "base64")
}
