import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router"
import { onlyAfterWrites } from "#app/kit/form/revalidation.ts"
import type { Route } from "./+types/site.route"
import { ErrorContent } from "#app/kit/ui/error-content.tsx"
import { SiteFrame } from "./site-frame.tsx"

export function loader() {
  return { openedAt: Date.now() }
}

/** The frame stays as it is while one moves through the site, and while a form is refused: it was opened before. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return (change.actionStatus ?? 200) < 400 && onlyAfterWrites(change)
}

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}

/** Errors of the pages show inside the site's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame>
      <ErrorContent error={error} />
    </SiteFrame>
  )
}
