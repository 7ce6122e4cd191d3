import { isRouteErrorResponse } from "react-router"
import { ErrorPage } from "./error-page.tsx"
import { MissingPage } from "./missing-page.tsx"
import { NotFoundPage } from "./not-found-page.tsx"

type Props = {
  error: unknown
  /** What the person had typed, where a form was lost with its page. */
  typed?: string
  /** Why it was lost. */
  failure?: string
}

/** What stands in a page's place inside the site's frame: what it says is missing or refused, the 404 page, or an apology. */
export function ErrorContent({ error, ...lost }: Props) {
  if (!isRouteErrorResponse(error) || error.status >= 500) return <ErrorPage {...lost} />
  if (error.data?.title) return <MissingPage {...error.data} />
  return error.status === 404 ? <NotFoundPage /> : <ErrorPage {...lost} />
}
