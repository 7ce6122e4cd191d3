import { data } from "react-router"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { isSlug } from "#app/kit/lib/slugs.ts"
import type { Route } from "./+types/other-path.route"
import { findBuiltInPage } from "./legal-pages.server.ts"
import { findPublishedPage } from "./pages.server.ts"

/** `/{slug}`, with a slash at its end or without, leads to the published page of that slug; any other path is the 404 page. */
export async function loader({ params }: Route.LoaderArgs) {
  const slug = params["*"].replace(/\/$/, "")
  if (isSlug(slug) && ((await findPublishedPage(slug)) ?? (await findBuiltInPage(slug))))
    throw redirectTo(`/page/${slug}`, 301)
  throw data(null, { status: 404 })
}

/** Never shown: the loader always throws. React Router needs a component to render the 404 page inside the frame. */
export default function OtherPath() {
  return null
}
