import { data } from "react-router"
import type { CachedPage } from "#app/content/cached-page.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { writeChaptersJson } from "#app/kit/lib/chapters-json.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/chapters-json.route"
import { findPublicChapters } from "./chapters.server.ts"

export const handle = {
  cache: { parameters: [], shows: ["episodes", "episodes/:id"] },
} satisfies CachedPage

/** An episode's chapters as apps read them (Podcasting 2.0, JSON chapters 1.2.0). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findPublicChapters(parseId(params.id) ?? 0)
  if (!found) throw data({ title: "Chapitres non trouvés" }, { status: 404 })
  const site = context.get(publicUrlContext)
  return new Response(
    writeChaptersJson(found, (address) => new URL(address, site).href),
    {
      headers: { "Content-Type": "application/json+chapters; charset=utf-8", ...OPEN_TO_APPS },
    },
  )
}
