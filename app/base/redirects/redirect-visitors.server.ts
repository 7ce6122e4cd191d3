import { data, type MiddlewareFunction } from "react-router"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { redirectByRule } from "#app/kit/http/redirects.server.ts"
import { undecodablePathContext } from "#app/kit/http/undecodable-path.server.ts"
import { shownSite } from "../settings/shown-site.server.ts"
import { countHit } from "./hits.server.ts"
import { locationOf } from "./rules.ts"
import { findRedirect } from "./snapshot.server.ts"

/** Rules can be taken back: no browser keeps one for longer. */
const ONE_HOUR = "public, max-age=3600"

const GONE = {
  title: "Page supprimée",
  text: "Ce qui se trouvait à cette adresse a été retiré du site.",
  backTo: "/",
  backLabel: "Retour à l’accueil",
}

/** Leads visitors on from addresses that hosts have redirected, before anything else is done for them. */
export const redirectVisitors: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next()
  const match = findRedirect(context.get(undecodablePathContext) ?? url.pathname, url.search)
  if (!match) return next()
  if (request.method === "GET") countHit(match.rule.id)
  const location = locationOf(match, searchOf(request, url))
  if (location === undefined) throw data({ ...GONE, site: shownSite() }, { status: 410 })
  // Admins try what they have just changed.
  const isKnown = request.headers.get("cookie")?.includes(`${SESSION_COOKIE}=`)
  throw redirectByRule(location, {
    status: 301,
    headers: { "Cache-Control": isKnown ? "private, no-store" : ONE_HOUR, Vary: "Cookie" },
  })
}

/** As it was written; where React Router asks for a page's data, without what it adds. */
function searchOf(request: Request, url: URL) {
  const asked = new URL(request.url)
  return asked.pathname.endsWith(".data") ? url.search : asked.search
}
