import type { Context, Hono } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { data } from "react-router"
import { mayNow } from "#app/accounts/auth/guard.server.ts"
import { findViewer } from "#app/accounts/auth/viewer.server.ts"
import { MAX_FIELDS } from "#app/base/settings/group-page.server.ts"
import { GROUPS, type GroupName } from "#app/base/settings/groups.ts"
import { SITE_PREVIEW, TRIED_PAGES, type TriedPage } from "#app/base/settings/preview.ts"
import { tryingSettings } from "#app/base/settings/site-settings.server.ts"
import { triedSettings } from "#app/base/settings/tried-settings.server.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { triedPath } from "#app/site/shell/newest-pages.server.ts"

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
 * A public page as a visitor would see it with what the form of a group of settings holds: for admins, who try it before they
 * save it. `page` and `group` are in the address, the form is there or sent. Before the headers of other pages, which nobody may frame.
 */
export function serveSitePreview(app: Hono, publicUrl: string) {
  app.on(["GET", "POST"], SITE_PREVIEW, async (c) => {
    const { viewer, cookies } = await findViewer(c.req.raw.headers)
    for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true })
    if (!(await mayNow(viewer, "administration"))) return refused(c)
    const { page = "", group = "", ...query } = c.req.query()
    const values = c.req.method === "POST" ? await readTyped(c.req.raw) : query
    if (typeof values === "number") return c.text("Formulaire illisible", values, { ...HEADERS, ...PLAIN })
    const path = await triedPath(Object.hasOwn(TRIED_PAGES, page) ? (page as TriedPage) : "home")
    const tried = triedSettings(Object.hasOwn(GROUPS, group) ? (group as GroupName) : "appearance", values)
    const answer = await tryingSettings(tried, () =>
      // As somebody of whom nothing is known.
      app.fetch(new Request(publicUrl + path)),
    )
    return c.body(withoutScripts(await answer.text()), answer.status === 200 ? 200 : 503, HEADERS)
  })
}

/** @returns what was typed, or the status of the refusal */
async function readTyped(request: Request) {
  try {
    return (await readForm(request, LONG_TEXT_BYTES, MAX_FIELDS)).values
  } catch (thrown) {
    const { init } = thrown as ReturnType<typeof data>
    if (init?.status === undefined) throw thrown
    return init.status as ContentfulStatusCode
  }
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8" }

function refused(c: Context) {
  return c.text("L’aperçu est réservé à l’administration du site : connectez-vous, puis réessayez.", 403, {
    ...HEADERS,
    ...PLAIN,
  })
}

/** Our own page, as React wrote it: what ran in it would count a view, and say that it was refused. */
function withoutScripts(html: string) {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link rel="(?:modulepreload|prefetch)"[^>]*>/g, "")
    .replace("<body", "<body inert")
}
