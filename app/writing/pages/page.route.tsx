import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import type { Route } from "./+types/page.route"
import { CustomPage, customPageMeta } from "./custom-page.tsx"
import { loadPage } from "./load-page.server.ts"

export const handle = { cache: { parameters: [], shows: [] } } satisfies CachedPage

export function loader({ context, params }: Route.LoaderArgs) {
  return loadPage(params.slug, context.get(viewerContext))
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? customPageMeta(matches, loaderData) : []
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <CustomPage {...loaderData} />
}
