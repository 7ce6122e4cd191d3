import { Outlet } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { getWaiting } from "../waiting/waiting.server.ts"
import { WaitingStrip } from "../waiting/waiting-strip.tsx"
import { waitsOfPeople } from "../waiting/waiting.ts"
import type { Route } from "./+types/moderation.route"

/** What moderators may open in the back office, beside admins. */
export const middleware: Route.MiddlewareFunction[] = [guard("moderation")]

/** It is the first page of moderators; comments that are only new stand below anyway. */
export async function loader({ context }: Route.LoaderArgs) {
  if (can(getViewer(context), "administration")) return null
  const { pendingComments, hasFailed } = await getWaiting(context)
  return { waits: waitsOfPeople({ pendingComments }), isSure: !hasFailed }
}

export default function Moderation({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {loaderData && <WaitingStrip {...loaderData} />}
      <Outlet />
    </>
  )
}
