import { NavLink } from "react-router"
import { MIGRATION, MIGRATION_OUT } from "./migration-addresses.ts"

/** Both directions of a migration, side by side. */
export function MigrationNav() {
  return (
    <nav aria-label="Déménager" className="flex flex-wrap gap-3">
      <NavLink to={MIGRATION} end className={look}>
        Venir ici
      </NavLink>
      <NavLink to={MIGRATION_OUT} className={look}>
        Partir ailleurs
      </NavLink>
    </nav>
  )
}

function look({ isActive }: { isActive: boolean }) {
  return isActive ? "office-button office-button-main" : "office-button"
}
