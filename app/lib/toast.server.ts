import { randomUUID } from "node:crypto"
import { createCookie, redirect } from "react-router"
import { TOAST_COOKIE } from "./personal-cookies.ts"
import type { Toast } from "./toast.ts"

const cookie = createCookie(TOAST_COOKIE, { path: "/", httpOnly: true, sameSite: "lax", maxAge: 60 })

/** The header that shows a toast on the page that is loaded next. */
export async function toastHeaders(toast: Omit<Toast, "id">) {
  return { "Set-Cookie": await cookie.serialize({ ...toast, id: randomUUID() }) }
}

/** Redirects to a page that then shows, once, what was done. */
export async function redirectWithToast(to: string, toast: Omit<Toast, "id">, headers = new Headers()) {
  for (const [name, value] of Object.entries(await toastHeaders(toast))) headers.append(name, value)
  return redirect(to, { headers })
}

/** The toast that waits for this browser, and the header that takes it away. */
export async function takeToast(request: Request) {
  const header = request.headers.get("cookie")
  if (!header?.includes(`${TOAST_COOKIE}=`)) return { toast: null, headers: undefined }
  const toast: Toast | null = await cookie.parse(header)
  return { toast, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } }
}
