import { Link, useLocation } from "react-router"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"

const PAGE = `${FIRST_STEPS}/starter`

/** On every page of the back office, while what came with the site stands beside what hosts wrote. */
export function StarterNotice() {
  if (useLocation().pathname.startsWith(FIRST_STEPS)) return null
  return (
    <div className="office-alert mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 bg-sheet">
      <p>Le contenu d’exemple est encore parmi le vôtre.</p>
      <Link to={PAGE} className="office-button">
        Voir ce qui partirait
      </Link>
    </div>
  )
}
