import { lazy, useEffect } from "react"
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from "react-router"
import { announceHydrated } from "#app/kit/http/deferred-hydration.ts"
import { noteRoute } from "#app/kit/http/note-route.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { onlyAfterWrites } from "#app/kit/form/revalidation.ts"
import { takeToast } from "#app/kit/http/toast.server.ts"
import { SiteIcons } from "#app/kit/ui/icon.tsx"
import { ToastRegion } from "#app/kit/ui/toast-region.tsx"
import { PageLinks } from "#app/kit/ui/page-link.tsx"
import type { Route } from "./+types/root"
import { CANNOT_SIGN_OUT, SIGN_OUT } from "./accounts/auth/sign-out.copy.ts"
import { SessionSync } from "./accounts/auth/session-sync.tsx"
import type { ShownViewer } from "#app/kit/http/use-viewer.ts"
import { rememberViewer, viewerContext } from "./accounts/auth/viewer.server.ts"
import { OfficeStyles } from "./office/shell/office-styles.tsx"
import { PlayedEmbeds } from "./podcast/player/played-embeds.ts"
import { PlayerProvider } from "./podcast/player/player.tsx"
import { redirectVisitors } from "./base/redirects/redirect-visitors.server.ts"
import { FeedLink } from "./podcast/feed-out/feed-link.tsx"
import { LookHead } from "./base/settings/appearance/look-head.tsx"
import { siteSettings } from "./base/settings/site-settings.server.ts"
import { shownSite } from "./base/settings/shown-site.server.ts"
import { footerPages } from "./site/shell/footer-pages.server.ts"
import { SiteFrame } from "./site/shell/site-frame.tsx"
import { ErrorPage } from "./kit/ui/error-page.tsx"
import { MissingPage } from "./kit/ui/missing-page.tsx"
import { NotFoundPage } from "./kit/ui/not-found-page.tsx"
import hankenUrl from "./kit/styles/fonts/hanken-grotesk.woff2?url"
import styles from "./kit/styles/site.css?url"

export const middleware: Route.MiddlewareFunction[] = [noteRoute, redirectVisitors, rememberViewer]

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const { toast, headers } = await takeToast(request)
  return data(
    {
      publicUrl: context.get(publicUrlContext),
      ...shownSite(),
      footerPages: footerPages(),
      viewer: viewer && ({ id: viewer.id, role: viewer.role, rights: viewer.rights } satisfies ShownViewer),
      // Of those who may delete something.
      binDays: viewer ? siteSettings().retention.binDays : undefined,
      toast,
    },
    { headers },
  )
}

/** Who is led to the sign-in was signed in before, perhaps, and is no more: in another tab, or for too long. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const isLedToSignIn = change.actionStatus === undefined && change.nextUrl.pathname === "/auth"
  return isLedToSignIn || onlyAfterWrites(change)
}

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: hankenUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
]

/**
 * Works before the page's scripts are there. What stands behind an image shows once that fails to load, and styles know the
 * browser: a kept page is the same for all (app/kit/styles/listen.css).
 */
const FROM_THE_START =
  'addEventListener("error",function(e){if(e.target.tagName==="IMG")e.target.hidden=true},true);document.documentElement.dataset.agent=navigator.userAgent'

export function Layout({ children }: { children: React.ReactNode }) {
  const hasFeed = useRouteLoaderData<typeof loader>("root")?.footerPages.hasFeed ?? true
  return (
    <html lang="fr" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* With a precedence, React writes it before all that is only preloaded. */}
        <link rel="stylesheet" href={styles} precedence="site" />
        <LookHead />
        <FeedLink hasFeed={hasFeed} />
        <script dangerouslySetInnerHTML={{ __html: FROM_THE_START }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <SiteIcons />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData: { viewer, toast } }: Route.ComponentProps) {
  // After the update that follows at once, with what only the browser knows.
  useEffect(() => void setTimeout(announceHydrated), [])
  return (
    <>
      {/* Their pages for visitors hold some of it, and lead to the rest. */}
      {viewer && <OfficeStyles />}
      <PlayerProvider>
        <Outlet />
        <PlayedEmbeds />
      </PlayerProvider>
      <ToastRegion toast={toast} />
      <PageLinks />
      <SessionSync viewerId={viewer?.id ?? ""} />
    </>
  )
}

/** Only for those who are refused: visitors load nothing of the back office. */
const RefusedPage = lazy(() => import("./office/shell/refused-page.tsx"))

/** What fails outside the site's frame ends here, and what a guard refuses before anything is loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isSigningOut = useLocation().pathname === SIGN_OUT
  if (!isRouteErrorResponse(error)) return <ErrorPage failure={isSigningOut ? CANNOT_SIGN_OUT : undefined} />
  if (error.data?.isRefused) return <RefusedPage refusal={error.data} />
  if (error.status === 410)
    return (
      <SiteFrame>
        <MissingPage {...error.data} />
      </SiteFrame>
    )
  return error.status === 404 ? <NotFoundPage /> : <ErrorPage />
}
