import { randomUUID } from "node:crypto"
import { createCookie } from "react-router"
import { log } from "#app/kit/lib/log.server.ts"
import { TOAST_COOKIE } from "./personal-cookies.ts"
import { redirectTo, toOwnPath } from "./redirects.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import type { Toast } from "./toast.ts"

/** The header that shows a toast on the page that is loaded next; its link leads to a page of this site. */
export async function toastHeaders({ link, ...toast }: Omit<Toast, "id">) {
  const cookie = await getCookie()
  const ownLink = link && { ...link, to: toOwnPath(link.to) }
  return { "Set-Cookie": await cookie.serialize({ ...toast, link: ownLink, id: randomUUID() }) }
}

/** Redirects to a page that then shows, once, what was done. */
export async function redirectWithToast(to: string, toast: Omit<Toast, "id">, headers = new Headers()) {
  for (const [name, value] of Object.entries(await toastHeaders(toast))) headers.append(name, value)
  return redirectTo(to, { headers })
}

/** The toast that waits for this browser, and the header that takes it away. What nobody here signed is none. */
export async function takeToast(request: Request) {
  const header = request.headers.get("cookie")
  if (!header?.includes(`${TOAST_COOKIE}=`)) return { toast: null, headers: undefined }
  try {
    const cookie = await getCookie()
    const toast: Toast | null = (await cookie.parse(header)) || null
    return { toast, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } }
  } catch (error) {
    // Without a database there is no secret; the page is worth more than the toast.
    log.warn(error, "toast not read")
    return { toast: null, headers: undefined }
  }
}

/** Signed: what a page says in our name comes from us. */
async function getCookie() {
  const { cookieSecret, publicUrl } = getSettings()
  return createCookie(TOAST_COOKIE, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
    maxAge: 60,
    secrets: [await cookieSecret()],
  })
}
