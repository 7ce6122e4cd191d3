import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { isEmbeddable } from "#app/podcast/embeds/embeds.server.ts"
import type { Route } from "./+types/oembed.route"
import { findOembed } from "./oembed.server.ts"

/** What others show in the place of a link to this site, as JSON or XML (https://oembed.com). */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const format = searchParams.get("format") ?? "json"
  if (format !== "json" && format !== "xml") return refuse("Formats\u00a0: json, xml.", 501)
  if (!isEmbeddable()) return refuse("Ce site ne montre pas son lecteur ailleurs.", 401)
  const bounds = {
    maxWidth: parsePixels(searchParams.get("maxwidth")),
    maxHeight: parsePixels(searchParams.get("maxheight")),
  }
  const found = await findOembed(searchParams.get("url") ?? "", context.get(publicUrlContext), bounds)
  if (!found) return refuse("Rien à montrer à cette adresse.", 404)
  const headers = { ...OPEN_TO_APPS, "Cache-Control": "public, max-age=300" }
  if (format === "json") return Response.json(found, { headers })
  return new Response(toXml(found), { headers: { ...headers, "Content-Type": "text/xml; charset=utf-8" } })
}

const refuse = (text: string, status: number) =>
  new Response(text, { status, headers: { ...OPEN_TO_APPS, "Content-Type": "text/plain; charset=utf-8" } })

/** What is no number of pixels says nothing. */
function parsePixels(text: string | null) {
  const pixels = /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0
  return pixels > 0 ? pixels : undefined
}

function toXml(found: object) {
  const fields = Object.entries(found).map(
    ([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`,
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join("")}</oembed>\n`
}
