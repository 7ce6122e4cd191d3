import { Outlet } from "react-router"
import { guard } from "#app/accounts/auth/guard.server.ts"
import type { Route } from "./+types/administration.route"

/** Everything in the back office that only admins may open. */
export const middleware: Route.MiddlewareFunction[] = [guard("administration")]

/** Without a loader, moving here inside the browser would not ask the server, and so not the guard. */
export function loader() {
  return null
}

export default function Administration() {
  return <Outlet />
}
