import { Outlet } from "react-router"
import { guard } from "../auth/guard.server.ts"
import type { Route } from "./+types/moderation.route"

/** What moderators may open in the back office, beside admins. */
export const middleware: Route.MiddlewareFunction[] = [guard("moderation")]

/** Without a loader, moving here inside the browser would not ask the server, and so not the guard. */
export function loader() {
  return null
}

export default function Moderation() {
  return <Outlet />
}
