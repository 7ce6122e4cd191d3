import { Outlet, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router"
import { onlyAfterWrites } from "#app/form/revalidation.ts"
import { useViewer } from "../auth/use-viewer.ts"
import type { Route } from "./+types/site.route"
import { ErrorContent } from "#app/ui/error-content.tsx"
import { SiteFooter } from "./site-footer.tsx"
import { SiteHeader } from "./site-header.tsx"

export function loader() {
  return { openedAt: Date.now() }
}

/** The frame stays as it is while one moves through the site, and while a form is refused: it was opened before. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return (change.actionStatus ?? 200) < 400 && onlyAfterWrites(change)
}

export default function SiteLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** Errors of the pages show inside the site's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorContent error={error} />
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
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
      <SiteFooter isSignedIn={viewer !== null} />
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
