import { type MiddlewareFunction, Outlet } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { findStepsToDo, offersRemoval } from "../first-steps/notice.server.ts"
import { StepsPart } from "../first-steps/steps-part.tsx"
import { findWaiting, getWaiting } from "../waiting/waiting.server.ts"
import { STARTER_LEFT, waitsOfPeople } from "../waiting/waiting.ts"
import { WaitingStrip } from "../waiting/waiting-strip.tsx"
import type { Route } from "./+types/home.route"

/** Who may not write begins at the first page that they may open; who may open none is refused. */
const leadOthers: MiddlewareFunction<Response> = ({ context }, next) => {
  const viewer = getViewer(context)
  if (can(viewer, "writing")) return next()
  if (can(viewer, "moderation")) throw redirectTo("/admin/comments")
  if (can(viewer, "letters")) throw redirectTo("/admin/letters")
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [leadOthers]

export async function loader({ context }: Route.LoaderArgs) {
  if (!can(getViewer(context), "administration")) {
    const { hasFailed, ...people } = await getWaiting(context)
    return {
      waits: waitsOfPeople(people, managedTypes()),
      isSure: !hasFailed,
      steps: undefined,
    }
  }
  const [steps, removal] = await Promise.all([
    loadOr(findStepsToDo(), undefined),
    loadOr(offersRemoval(), false),
  ])
  const waiting = await findWaiting(getWaiting(context), { isSettingUp: steps.value !== undefined })
  // The first steps beside it may say the same already.
  const isLeft = removal.value && steps.value?.next !== "starter"
  const waits = isLeft ? [...waiting.waits, STARTER_LEFT] : waiting.waits
  return { ...waiting, waits, steps: steps.value }
}

/** What stands above the back office's first page, which is the manager of episodes. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { steps, waits, isSure } = loaderData
  return (
    <>
      <WaitingStrip waits={waits} isSure={isSure}>
        {steps && <StepsPart {...steps} />}
      </WaitingStrip>
      <Outlet />
    </>
  )
}
