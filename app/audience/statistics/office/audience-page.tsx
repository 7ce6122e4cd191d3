import { Link } from "react-router"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { METHOD_PAGE } from "./paths.ts"

type Props = {
  title: string
  /** It could not be read. */
  failed: boolean
  /** Nothing was counted yet. */
  isEmpty: boolean
  aside?: React.ReactNode
  children: React.ReactNode
}

/** What the pages of the audience share: their title, and what they say before there is anything to show. */
export function AudiencePage({ title, failed, isEmpty, aside, children }: Props) {
  return (
    <ManagerPage title={title}>
      {failed && <FailureNotice what="Impossible de charger l’audience" />}
      {!failed && isEmpty && (
        <p className="max-w-[65ch] py-8">
          Rien n’est encore compté. Les premiers chiffres arrivent la nuit qui suit un téléchargement, pour
          les épisodes dont le son est sur ce site.{" "}
          <Link to={METHOD_PAGE} className="underline">
            Comment c’est compté
          </Link>
        </p>
      )}
      {!failed && !isEmpty && (
        <>
          {aside && <div className="mt-4">{aside}</div>}
          {children}
        </>
      )}
    </ManagerPage>
  )
}
