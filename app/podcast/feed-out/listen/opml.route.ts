import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { ARTICLE_FEEDS } from "../articles/article-feed-addresses.ts"
import { element, textElement } from "../xml.ts"
import { findFeedAddress } from "./find-feed-address.server.ts"
import type { Route } from "./+types/opml.route"

export const handle = { cache: { parameters: [], shows: ["settings/feed.newAddress"] } } satisfies CachedPage

/** All feeds of the site, as readers of feeds take them in (https://opml.org/spec2.opml). */
export async function loader({ context }: Route.LoaderArgs) {
  const { name, pageNames } = shownPodcast()
  const publicUrl = context.get(publicUrlContext)
  const address = await findFeedAddress(publicUrl)
  const outline = (title: string, xmlUrl: string, page: string) =>
    element("outline", { type: "rss", text: title, title, xmlUrl, htmlUrl: publicUrl + page })
  const outlines = [
    ...(address ? [outline(name, address, "/")] : []),
    ...Object.entries(ARTICLE_FEEDS).map(([path, { title, page }]) =>
      outline(`${pageNames[page] ?? title} · ${name}`, publicUrl + path, page),
    ),
  ]
  const opml = element("opml", { version: "2.0" }, [
    element("head", {}, [textElement("title", name)]),
    element("body", {}, outlines),
  ])
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${opml}\n`, {
    headers: { "Content-Type": "text/x-opml; charset=utf-8", ...OPEN_TO_APPS },
  })
}
