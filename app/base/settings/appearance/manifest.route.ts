import { siteSettings } from "../site-settings.server.ts"
import { brandPictures } from "./brand.server.ts"

/** What systems show of the site when one puts it on the home screen (https://www.w3.org/TR/appmanifest/). */
export function loader() {
  const { podcast, appearance } = siteSettings()
  const { icons } = brandPictures()
  const { ink } = appearance.palette
  const manifest = {
    id: "/",
    name: podcast.name,
    short_name: podcast.name,
    description: podcast.tagline,
    lang: "fr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: ink,
    theme_color: ink,
    icons: icons
      ? [
          { src: icons.medium, sizes: "192x192", type: "image/png" },
          { src: icons.large, sizes: "512x512", type: "image/png" },
          { src: icons.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
        ]
      : [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=600" },
  })
}
