import { useEffect, useRef, useState } from "react"
import { type Location, useBlocker } from "react-router"
import { findUnsaved, LEAVES } from "./unsaved.ts"
import { Dialog } from "#app/kit/ui/dialog.tsx"

/** Asks before a page with a changed form is left. One for the whole back office: a router has room for one only (docs/product.md 15.7). */
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

  const { held, release } = useHeldForm()

  const stay = () => {
    release(false)
    if (blocker.state === "blocked") blocker.reset()
  }
  const leave = () => {
    release(true)
    blocker.proceed?.()
  }
  return (
    <Dialog
      isOpen={blocker.state === "blocked" || held !== undefined}
      onClose={stay}
      title="Quitter sans enregistrer ?"
      isQuestion
    >
      <p>Les modifications de cette page ne sont pas enregistrées.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" onClick={stay} className="office-button">
          Rester
        </button>
        <button type="button" onClick={leave} className="office-button office-button-danger">
          Quitter
        </button>
      </div>
    </Dialog>
  )
}

/** A form that takes one away (`LEAVES`) and waits for the answer. */
function useHeldForm() {
  const [held, setHeld] = useState<HTMLFormElement>()
  const isSure = useRef(false)

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (isSure.current || !form.hasAttribute(LEAVES) || !isAnyChanged()) return
      event.preventDefault()
      event.stopPropagation()
      setHeld(form)
    }
    // React listens on the document: it is not to hear of what is held.
    window.addEventListener("submit", onSubmit, { capture: true })
    return () => window.removeEventListener("submit", onSubmit, { capture: true })
  }, [])

  const release = (goesOn: boolean) => {
    setHeld(undefined)
    isSure.current = goesOn
    if (goesOn) held?.requestSubmit()
    isSure.current = false
  }
  return { held, release }
}

/** @param butFor a form that is just being sent there does not count */
function isAnyChanged({ butFor }: { butFor?: Location } = {}) {
  return findUnsaved().some((form) => {
    const target = new URL(form.getAttribute("action") ?? "", location.href)
    return !(butFor && form.ariaBusy === "true" && addressOf(target) === addressOf(butFor))
  })
}

/** Without the mark by which the router tells an index page's forms from its frame's. */
function addressOf({ pathname, search }: { pathname: string; search: string }) {
  return pathname + search.replace(/^\?index(&|$)/, "?").replace(/^\?$/, "")
}
