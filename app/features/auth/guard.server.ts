import { data, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { redirectTo } from "#app/http/redirects.server.ts"
import { readSidebarState } from "#app/http/sidebar-state.ts"
import type { Role } from "#app/lib/roles.ts"
import { can, type Permission } from "./permissions.schema.ts"
import { viewerContext } from "./viewer.server.ts"

/** What a route throws (with status 403) when the person may not see it: enough to draw the shell around. */
export type Refusal = { isRefused: true; role: Role; isExpanded: boolean }

/**
 * Lets only people with a permission pass, to pages, their data and their writes alike. A middleware, because a
 * loader can be passed by: a child's data can be asked for alone.
 */
export function guard(permission: Permission): MiddlewareFunction<Response> {
  return ({ context, request }, next) => {
    const viewer = context.get(viewerContext)
    if (!viewer) throw redirectTo("/auth")
    if (can(viewer, permission)) return next()
    const isExpanded = readSidebarState(request.headers.get("cookie"))
    throw data({ isRefused: true, role: viewer.role, isExpanded } satisfies Refusal, { status: 403 })
  }
}

/** The signed-in person, behind a guard. @throws Error where no guard stands before */
export function getViewer(context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw new Error("nobody is signed in: a guard is missing")
  return viewer
}
