import { data } from "react-router"
import type { Viewer } from "#app/accounts/auth/viewer.server.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { renderMarkdown, toPlainText } from "#app/kit/lib/markdown.server.ts"
import { isSlug } from "#app/kit/lib/slugs.ts"
import { withPlayers } from "#app/podcast/embeds/players-in-text.server.ts"
import { findBuiltInPage } from "./legal-pages.server.ts"
import { FORMER_PRIVACY, PRIVACY } from "./legal-pages.ts"
import { findPageFor } from "./pages.server.ts"

/**
 * What the page of a slug shows to somebody.
 *
 * @throws a redirect, or 404 where there is none that they may see
 */
export async function loadPage(slug: string, viewer: Viewer | null) {
  const page = isSlug(slug) ? ((await findPageFor(viewer, slug)) ?? (await findBuiltInPage(slug))) : undefined
  if (!page && slug === FORMER_PRIVACY) throw redirectTo(`/page/${PRIVACY}`, 301)
  if (!page) throw data(MISSING, { status: 404 })
  const { content, metaDescription, ...shown } = page
  return {
    page: shown,
    contentHtml: await withPlayers(await illustrated(await renderMarkdown(content))),
    summary: metaDescription || toPlainText(content, 200),
  }
}

const MISSING = {
  title: "Page non trouvée",
  text: "Cette page n'existe pas ou n'est pas publiée.",
  backTo: "/",
  backLabel: "Retour à l’accueil",
}
