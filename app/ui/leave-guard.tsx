import { useEffect } from "react"
import { type Location, useBlocker } from "react-router"
import { Dialog } from "./dialog.tsx"

/** What a form carries while it holds changes that are not saved. */
export const CHANGED = "data-changed"

/** Asks before a page with a changed form is left. One for the whole back office: a router has room for one only. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) && isAnyChanged({ butFor: nextLocation }),
  )

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isAnyChanged()) event.preventDefault()
    }
    window.addEventListener("beforeunload", onUnload)
    return () => window.removeEventListener("beforeunload", onUnload)
  }, [])

  const stay = () => {
    if (blocker.state === "blocked") blocker.reset()
  }
  return (
    <Dialog isOpen={blocker.state === "blocked"} onClose={stay} title="Quitter sans enregistrer ?" isQuestion>
      <p>Les modifications de cette page ne sont pas enregistrées.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" onClick={stay} className="office-button">
          Rester
        </button>
        <button
          type="button"
          onClick={() => blocker.proceed?.()}
          className="office-button office-button-danger"
        >
          Quitter
        </button>
      </div>
    </Dialog>
  )
}

/** @param butFor a form that is just being sent there does not count */
function isAnyChanged({ butFor }: { butFor?: Location } = {}) {
  const forms = [...document.querySelectorAll(`form[${CHANGED}]`)]
  return forms.some((form) => {
    const target = new URL(form.getAttribute("action") ?? "", location.href)
    return !(butFor && form.ariaBusy === "true" && addressOf(target) === addressOf(butFor))
  })
}

/** Without the mark by which the router tells an index page's forms from its frame's. */
function addressOf({ pathname, search }: { pathname: string; search: string }) {
  return pathname + search.replace(/^\?index(&|$)/, "?").replace(/^\?$/, "")
}
