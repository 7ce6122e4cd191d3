import antonUrl from "@fontsource/anton/files/anton-latin-400-normal.woff2?url"
import hankenUrl from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url"
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router"
import { publicUrlContext } from "#app/lib/public-url.server.ts"
import type { Route } from "./+types/root"
import styles from "./app.css?url"
import { ErrorPage } from "./features/site/error-page.tsx"
import { NotFoundPage } from "./features/site/not-found-page.tsx"

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(publicUrlContext) }
}

/** The site's own address never changes while a page is open. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: antonUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: hankenUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
]

/** Works from the first image on, before the page's scripts are there: what stands behind an image then shows. */
const HIDE_BROKEN_IMAGES =
  'addEventListener("error",function(e){if(e.target.tagName==="IMG")e.target.hidden=true},true)'

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#100d0c" />
        <script dangerouslySetInnerHTML={{ __html: HIDE_BROKEN_IMAGES }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** Only what fails outside the site's frame ends here. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <ErrorPage />
}
