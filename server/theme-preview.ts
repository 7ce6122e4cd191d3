import type { Context, Hono } from "hono"
import { mayNow } from "#app/accounts/auth/guard.server.ts"
import { findViewer } from "#app/accounts/auth/viewer.server.ts"
import { lookingLike } from "#app/base/settings/appearance/look.server.ts"
import { THEME_PREVIEW } from "#app/base/settings/appearance/preview-address.ts"
import { triedAppearance } from "#app/base/settings/appearance/tried-appearance.server.ts"
import { TRIED_PAGES, triedPath } from "#app/site/shell/newest-pages.server.ts"

/** Runs nothing, leads nowhere, and may be framed by our own pages alone. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ")

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": POLICY,
  "X-Frame-Options": "SAMEORIGIN",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "private, no-store",
}

/**
 * A public page as a visitor would see it with the colours, the face and the pictures that its address names: for admins, who try
 * them before they save them. Before the headers of other pages, which nobody may frame.
 */
export function serveThemePreview(app: Hono, publicUrl: string) {
  app.get(THEME_PREVIEW, async (c) => {
    const { viewer, cookies } = await findViewer(c.req.raw.headers)
    for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true })
    if (!(await mayNow(viewer, "administration"))) return refused(c)
    const asked = c.req.query("page")
    const page = TRIED_PAGES.find((known) => known === asked) ?? "home"
    const path = await triedPath(page)
    const answer = await lookingLike(triedAppearance(c.req.query()), () =>
      // As somebody of whom nothing is known.
      app.fetch(new Request(publicUrl + path)),
    )
    return c.body(withoutScripts(await answer.text()), answer.status === 200 ? 200 : 503, HEADERS)
  })
}

function refused(c: Context) {
  return c.text("L’aperçu est réservé à l’administration du site : connectez-vous, puis réessayez.", 403, {
    ...HEADERS,
    "Content-Type": "text/plain; charset=utf-8",
  })
}

/** Our own page, as React wrote it: what ran in it would count a view, and say that it was refused. */
function withoutScripts(html: string) {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link rel="(?:modulepreload|prefetch)"[^>]*>/g, "")
    .replace("<body", "<body inert")
}
