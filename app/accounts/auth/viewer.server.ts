import { createContext, type MiddlewareFunction } from "react-router"
import { actAs } from "#app/db/audit.server.ts"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { type Person, type Right, rightsOf } from "#app/kit/lib/rights.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { signOut } from "./auth.server.ts"
import { getAuth } from "./better-auth.server.ts"

/** The signed-in person who makes the request. */
export type Viewer = Person & { id: string; email: string; sessionId: string }

export const viewerContext = createContext<Viewer | null>(null)

/**
 * Finds out who makes the request, for all routes and for the log. Without a session cookie that costs nothing; with one,
 * the answer is personal: no cache keeps it, and a session in use is renewed on the way.
 */
export const rememberViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!request.headers.get("cookie")?.includes(`${SESSION_COOKIE}=`)) return next()
  const { viewer, cookies } = await findViewer(request.headers)
  context.set(viewerContext, viewer)
  const response = await (viewer ? actAs({ ...viewer, name: viewer.email }, next) : next())
  // Signing in or out on the way has the last word.
  if (!response.headers.getSetCookie().some((cookie) => cookie.includes(`${SESSION_COOKIE}=`))) {
    for (const cookie of cookies) response.headers.append("Set-Cookie", cookie)
  }
  response.headers.set("Cache-Control", "private, no-store")
  return response
}

/** A session that is used every month would otherwise never end (OWASP ASVS 7.3.2). */
const MAX_SESSION_DAYS = 90
const DAY_MS = 86_400_000

/** Who makes a request, by its session cookie, and the cookies that renew it. For what React Router does not answer. */
export async function findViewer(headers: Headers) {
  const auth = await getAuth()
  const { response, headers: sent } = await auth.api.getSession({ headers, returnHeaders: true })
  if (response && Date.now() - response.session.createdAt.getTime() > MAX_SESSION_DAYS * DAY_MS) {
    const ended = await signOut(headers, response.session.id)
    return { viewer: null, cookies: ended.getSetCookie() }
  }
  const viewer: Viewer | null = response && {
    id: response.user.id,
    email: response.user.email,
    role: response.user.role as Role,
    rights: rightsOf(response.user.role as Role, (response.user.rights ?? []) as Right[]),
    sessionId: response.session.id,
  }
  return { viewer, cookies: sent.getSetCookie() }
}
