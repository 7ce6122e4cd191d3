import { Outlet } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { getWaiting } from "../waiting/waiting.server.ts"
import { WaitingStrip } from "../waiting/waiting-strip.tsx"
import { waitsOfPeople } from "../waiting/waiting.ts"
import type { Route } from "./+types/moderation.route"

/** Comments, for who may moderate them. */
export const middleware: Route.MiddlewareFunction[] = [guard("moderation")]

/** It is the first page of moderators; comments that are only new stand below anyway. */
export async function loader({ context }: Route.LoaderArgs) {
  // Who may write has it on the first page.
  if (can(getViewer(context), "writing")) return null
  const { pendingComments, haltedLetters, uncertainLetters, hasFailed } = await getWaiting(context)
  return {
    waits: waitsOfPeople({ pendingComments, haltedLetters, uncertainLetters }, []),
    isSure: !hasFailed,
  }
}

export default function Moderation({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {loaderData && <WaitingStrip {...loaderData} />}
      <Outlet />
    </>
  )
}
