import { Link, useLocation } from "react-router"
import { SECURITY_PAGE, SET_UP } from "../../accounts/auth/factors/factors.copy.ts"

type Props = { until: string; isOverdue: boolean }

/** On every page of the back office of who has to have a second factor and has none. */
export function OwedFactorNotice({ until, isOverdue }: Props) {
  const isThere = useLocation().pathname === SECURITY_PAGE
  return (
    <div
      role="status"
      className="office-alert mb-6 flex bg-sheet flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p>
        {isOverdue ? (
          <>
            <strong>Second facteur requis.</strong> L’administration s’ouvrira à nouveau dès que vous en aurez
            ajouté un.
          </>
        ) : (
          <>
            <strong>Ajoutez un second facteur avant le {until}.</strong> Ensuite, seuls vos paramètres
            s’ouvriront.
          </>
        )}
      </p>
      {!isThere && (
        <Link to={SECURITY_PAGE} className="office-button">
          {SET_UP}
        </Link>
      )}
    </div>
  )
}
