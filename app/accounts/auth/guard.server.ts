import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { readShellState, type ShellState } from "#app/kit/http/shell-state.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { SECURITY_PAGE } from "./factors/factors.copy.ts"
import { findOwedFactor, type OwedFactor } from "./factors/required-factor.server.ts"
import { can, type Permission } from "./permissions.schema.ts"
import { type Viewer, viewerContext } from "./viewer.server.ts"

/** What a route throws (with status 403) when the person may not do it: enough to draw the shell around, and why. */
export type Refusal = ShellState & { isRefused: true; owesFactor: boolean; role: Role; email: string }

/**
 * Lets only people with a permission pass, to pages, their data and their writes alike. A middleware, because a
 * loader can be passed by: a child's data can be asked for alone. Who owes a second factor for too long passes to their
 * settings only.
 */
export function guard(permission: Permission): MiddlewareFunction<Response> {
  return async ({ context, request }, next) => {
    const viewer = context.get(viewerContext)
    if (!viewer) throw redirectTo("/auth")
    if (!can(viewer, permission)) throw refusal(request, viewer, false)
    if (permission !== "settings" && (await getOwedFactor(context))?.isOverdue) {
      if (request.method === "GET" || request.method === "HEAD") throw redirectTo(SECURITY_PAGE)
      throw refusal(request, viewer, true)
    }
    return next()
  }
}

function refusal(request: Request, { role, email }: Viewer, owesFactor: boolean) {
  const shell = readShellState(request.headers.get("cookie"))
  return data({ isRefused: true, owesFactor, role, email, ...shell } satisfies Refusal, { status: 403 })
}

/** The signed-in person, behind a guard. @throws Error where no guard stands before */
export function getViewer(context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw new Error("nobody is signed in: a guard is missing")
  return viewer
}

const owedContext = createContext<Promise<OwedFactor | undefined> | null>(null)

/** What the signed-in person owes, asked once a request. */
export function getOwedFactor(context: Readonly<RouterContextProvider>) {
  const known = context.get(owedContext)
  if (known) return known
  const asked = findOwedFactor(getViewer(context))
  context.set(owedContext, asked)
  return asked
}

/** Whether somebody may do, outside the back office, what needs a permission. */
export async function mayNow(viewer: Viewer | null, permission: Permission) {
  return viewer !== null && can(viewer, permission) && !(await findOwedFactor(viewer))?.isOverdue
}
