import { NavLink } from "react-router"
import { MOVING, MOVING_OUT } from "./moving-addresses.ts"

/** Both ways of moving, side by side. */
export function MovingNav() {
  return (
    <nav aria-label="Déménager" className="flex flex-wrap gap-3">
      <NavLink to={MOVING} end className={look}>
        Venir ici
      </NavLink>
      <NavLink to={MOVING_OUT} className={look}>
        Partir ailleurs
      </NavLink>
    </nav>
  )
}

function look({ isActive }: { isActive: boolean }) {
  return isActive ? "office-button office-button-main" : "office-button"
}
