import { guard } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { parseId } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { findLetter } from "./find-letter.server.ts"
import { personalise } from "./personal-links.ts"
import type { Route } from "./+types/preview.route"
import { renderLetter } from "./render-letter.server.ts"
import { shownAs } from "./shown-as.ts"

/** Runs nothing, asks nobody but for pictures, and may be framed by our own pages alone. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
].join("; ")

export const middleware: Route.MiddlewareFunction[] = [guard("letters")]

/**
 * A letter as mail programs show it, for a frame: `?as=html` in light ones, `dark` in dark ones, `bare` without pictures, `text`
 * as plain text. What was sent once its sending began, else what would be sent now.
 */
export async function loader({ params, url }: Route.LoaderArgs) {
  const id = parseId(params.id)
  const letter = id === undefined ? undefined : await findLetter(id)
  if (!letter) throw data("Lettre introuvable", { status: 404 })
  const { html, text } =
    letter.sentHtml !== null && letter.sentText !== null
      ? { html: letter.sentHtml, text: letter.sentText }
      : await renderLetter(letter)
  const isText = url.searchParams.get("as") === "text"
  const shown = isText ? text : shownAs(url.searchParams.get("as"), html)
  return new Response(personalise(shown, nobodysLinks(letter.id)), {
    headers: {
      "Content-Type": `text/${isText ? "plain" : "html"}; charset=utf-8`,
      "Content-Security-Policy": POLICY,
      "Cache-Control": "private, no-store",
    },
  })
}

/** Where the links of a recipient would lead, without saying whose: those pages say so. */
function nobodysLinks(id: number) {
  const { publicUrl } = getSettings()
  return {
    unsubscribe: `${publicUrl}/newsletter/unsubscribe`,
    preferences: `${publicUrl}/newsletter/preferences`,
    online: `${publicUrl}/lettres/${id}`,
  }
}
