import { useLocation } from "react-router"
import { COMPARE, DRAFT, VERSION } from "./draft-parameters.ts"

/** Makes addresses of this page with another draft or version in them, or none. */
export function useDraftAddress() {
  const { pathname, search } = useLocation()
  return (named: Partial<Record<typeof COMPARE | typeof DRAFT | typeof VERSION, number>>) => {
    const parameters = new URLSearchParams(search)
    for (const name of [COMPARE, DRAFT, VERSION]) parameters.delete(name)
    for (const [name, id] of Object.entries(named)) parameters.set(name, String(id))
    return parameters.size > 0 ? `${pathname}?${parameters}` : pathname
  }
}
