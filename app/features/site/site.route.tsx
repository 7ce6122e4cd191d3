import { Outlet, type ShouldRevalidateFunctionArgs, useNavigation, useRouteLoaderData } from "react-router"
import { log } from "#app/lib/log.server.ts"
import { onlyAfterWrites } from "#app/lib/revalidation.ts"
import { site } from "#site"
import { useViewer } from "../auth/use-viewer.ts"
import { filterPublishedPages } from "../pages/pages.server.ts"
import type { Route } from "./+types/site.route"
import { ErrorContent } from "./error-content.tsx"
import { SiteFooter } from "./site-footer.tsx"
import { SiteHeader } from "./site-header.tsx"

export async function loader() {
  return { legalSlugs: await findLegalPages(), openedAt: Date.now() }
}

/** The frame stays as it is while one moves through the site, and while a form is refused: it was opened before. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return (change.actionStatus ?? 200) < 400 && onlyAfterWrites(change)
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame legalSlugs={loaderData.legalSlugs}>
      <Outlet />
    </Frame>
  )
}

/** Errors of the pages show inside the site's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<typeof loader>("features/site/site.route")
  return (
    <Frame legalSlugs={frame?.legalSlugs ?? []}>
      <ErrorContent error={error} />
    </Frame>
  )
}

function Frame({ legalSlugs, children }: { legalSlugs: string[]; children: React.ReactNode }) {
  const viewer = useViewer()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#contenu"
        className="button button-paper sr-only z-50 focus:not-sr-only focus:fixed focus:top-4 focus:left-4"
      >
        Aller au contenu
      </a>
      <SiteHeader viewer={viewer} />
      <LoadingNotice />
      <main id="contenu" tabIndex={-1} className="flex-1 pt-20 outline-none">
        {children}
      </main>
      <SiteFooter legalSlugs={legalSlugs} isSignedIn={viewer !== null} />
    </div>
  )
}

/** Shown while a client navigation waits; the page one comes from stays readable meanwhile. */
function LoadingNotice() {
  const { state, location } = useNavigation()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-20 z-40">
      {state === "loading" && (
        <p className="appear-late bg-gold px-4 py-1.5 text-center font-semibold text-ink">
          {location.pathname === "/episodes" ? "Chargement des épisodes..." : "Chargement..."}
        </p>
      )}
    </div>
  )
}

/** Without them the footer lacks two links, which is no reason to lose the page. */
async function findLegalPages() {
  try {
    return await filterPublishedPages(site.legalPages.map((page) => page.slug))
  } catch (error) {
    log.error(error, "legal pages not loaded")
    return []
  }
}
