import { useFormAction, useLocation } from "react-router"
import { addressOf, withoutAsked } from "#app/kit/http/questions.ts"

/** Of a page that shows what its address asks for: where « Annuler » leads, and where its form is sent. */
export function useWayBack() {
  const { pathname, search } = useLocation()
  const form = useFormAction()
  const [path = "", formSearch] = form.split("?")
  return {
    back: addressOf(pathname, withoutAsked(search)),
    // Without the question, which goes with what it asks about.
    action: addressOf(path, withoutAsked(formSearch ?? "")),
  }
}
