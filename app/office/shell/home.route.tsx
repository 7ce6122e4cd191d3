import { type MiddlewareFunction, Outlet } from "react-router"
import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { findStepsToDo } from "../first-steps/notice.server.ts"
import { StepsCard } from "../first-steps/steps-card.tsx"
import { findWaiting, getWaiting } from "../waiting/waiting.server.ts"
import { WaitingStrip } from "../waiting/waiting-strip.tsx"
import type { Route } from "./+types/home.route"

/** Moderators have one page here: from `/admin` they are led to it. Whoever else is no admin is refused. */
const leadModerators: MiddlewareFunction<Response> = ({ context, url }, next) => {
  const viewer = getViewer(context)
  const isIndex = !url.pathname.startsWith("/admin/")
  if (isIndex && !can(viewer, "administration") && can(viewer, "moderation"))
    throw redirectTo("/admin/comments")
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [leadModerators, guard("administration")]

export async function loader({ context }: Route.LoaderArgs) {
  const steps = await loadOr(findStepsToDo(), undefined)
  const waiting = await findWaiting(getWaiting(context), { isSettingUp: steps.value !== undefined })
  return { ...waiting, steps: steps.value }
}

/** What stands above the back office's first page, which is the manager of episodes at either address. */
export default function Home({ loaderData: { steps, waits, isSure } }: Route.ComponentProps) {
  return (
    <>
      {steps && <StepsCard {...steps} />}
      <WaitingStrip waits={waits} isSure={isSure} />
      <Outlet />
    </>
  )
}
