import { type MiddlewareFunction, Outlet } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { findStepsToDo, offersRemoval } from "../first-steps/notice.server.ts"
import { StarterNotice } from "../first-steps/starter-notice.tsx"
import { StepsCard } from "../first-steps/steps-card.tsx"
import { findWaiting, getWaiting } from "../waiting/waiting.server.ts"
import { WaitingStrip } from "../waiting/waiting-strip.tsx"
import type { Route } from "./+types/home.route"

/** Moderators have one page here: they are led to it. Whoever else is no admin is refused. */
const leadModerators: MiddlewareFunction<Response> = ({ context }, next) => {
  const viewer = getViewer(context)
  if (!can(viewer, "administration") && can(viewer, "moderation")) throw redirectTo("/admin/comments")
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [leadModerators, guard("administration")]

export async function loader({ context }: Route.LoaderArgs) {
  const [steps, removal] = await Promise.all([
    loadOr(findStepsToDo(), undefined),
    loadOr(offersRemoval(), false),
  ])
  const waiting = await findWaiting(getWaiting(context), { isSettingUp: steps.value !== undefined })
  return { ...waiting, steps: steps.value, offersRemoval: removal.value }
}

/** What stands above the back office's first page, which is the manager of episodes. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { steps, waits, isSure, offersRemoval } = loaderData
  return (
    <>
      {offersRemoval && <StarterNotice />}
      {steps && <StepsCard {...steps} />}
      <WaitingStrip waits={waits} isSure={isSure} />
      <Outlet />
    </>
  )
}
