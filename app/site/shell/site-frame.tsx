import { useNavigation } from "react-router"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { SiteFooter } from "./site-footer.tsx"
import { SiteHeader } from "./site-header.tsx"

/** The header and the footer of the public pages, with one of them between. */
export function SiteFrame({ children }: { children: React.ReactNode }) {
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

/** Shown while a client navigation waits; the page one comes from stays readable meanwhile (docs/product.md 2.5). */
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
