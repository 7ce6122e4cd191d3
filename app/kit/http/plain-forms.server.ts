import type { MiddlewareFunction } from "react-router"
import { addressOf } from "./questions.ts"
import { TOAST_COOKIE } from "./personal-cookies.ts"
import { redirectTo } from "./redirects.server.ts"

/**
 * A form sent without scripts whose answer is a toast leads back to its page, which shows it; sent by a script, it
 * leaves the page as it is. Whoever loads that page again does nothing twice.
 *
 * @param anchor the part of the page that the form stands in
 */
export function leadPlainFormsTo(anchor: string): MiddlewareFunction<Response> {
  return async ({ request, url }, next) => {
    const response = await next()
    const asksForPage = request.method === "POST" && request.headers.get("accept")?.includes("text/html")
    const cookies = response.headers.getSetCookie().filter((cookie) => !isOldToast(cookie))
    const hasToast = cookies.some((cookie) => cookie.startsWith(TOAST))
    if (!asksForPage || !hasToast || response.headers.has("location")) return response
    const parameters = new URLSearchParams(url.search)
    // React Router's mark for forms of an index page.
    parameters.delete("index")
    const back = redirectTo(`${addressOf(url.pathname, parameters)}#${anchor}`, 303)
    for (const cookie of cookies) back.headers.append("Set-Cookie", cookie)
    return back
  }
}

const TOAST = `${TOAST_COOKIE}=`

/** An earlier toast that is taken away says nothing of this form. */
function isOldToast(cookie: string) {
  return cookie.startsWith(TOAST) && /; *max-age=0\b/i.test(cookie)
}
