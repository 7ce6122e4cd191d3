import { data } from "react-router"
import type { CachedPage } from "#app/content/cached-page.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
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
  const body = {
    version: "1.2.0",
    title: found.title,
    chapters: found.chapters.map((one) => toJson(one, site)),
  }
  return new Response(JSON.stringify(body), {
    headers: { "Content-Type": "application/json+chapters; charset=utf-8", ...OPEN_TO_APPS },
  })
}

function toJson({ start, title, imageUrl, linkUrl, isHidden }: Chapter, site: string) {
  return {
    startTime: start / 1_000,
    title,
    ...(imageUrl && { img: new URL(imageUrl, site).href }),
    ...(linkUrl && { url: linkUrl }),
    ...(isHidden && { toc: false }),
  }
}
