import { useEffect, useEffectEvent, useRef, useState } from "react"
import { type Location, useBlocker } from "react-router"
import { findLost, keepAll, LEAVES } from "./unsaved.ts"
import { Dialog } from "#app/kit/ui/dialog.tsx"

/** Asks before a page is left with changes that cannot be kept. One for the whole back office: a router has room for one only (docs/product.md 15.7). */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) && findLeft(nextLocation).length > 0,
  )

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      const lost = findLost()
      if (lost.length === 0) return
      event.preventDefault()
      void keepAll(lost)
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
  const isAsked = useKeepingFirst(
    blocker.state === "blocked" || held !== undefined,
    () => findLeft(blocker.location),
    leave,
  )
  return (
    <Dialog isOpen={isAsked} onClose={stay} title="Quitter sans enregistrer ?" isQuestion>
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

/** Keeps what can be kept before it is asked: who loses nothing by leaving is not asked. */
function useKeepingFirst(isLeaving: boolean, findForms: () => HTMLFormElement[], leave: () => void) {
  const [isAsked, setIsAsked] = useState(false)
  const forms = useEffectEvent(findForms)
  const onKept = useEffectEvent(leave)
  useEffect(() => {
    if (!isLeaving) return
    let isOver = false
    void keepAll(forms()).then((isKept) => {
      if (isOver) return
      if (isKept) onKept()
      else setIsAsked(true)
    })
    return () => {
      isOver = true
      setIsAsked(false)
    }
  }, [isLeaving])
  return isLeaving && isAsked
}

/** A form that takes one away (`LEAVES`) and waits for the answer. */
function useHeldForm() {
  const [held, setHeld] = useState<HTMLFormElement>()
  const isSure = useRef(false)

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (isSure.current || !form.hasAttribute(LEAVES) || findLost().length === 0) return
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

/** What would be lost. @param next a form that is just being sent there does not count */
function findLeft(next: Location | undefined) {
  return findLost().filter((form) => {
    const target = new URL(form.getAttribute("action") ?? "", location.href)
    return !(next && form.ariaBusy === "true" && addressOf(target) === addressOf(next))
  })
}

/** Without the mark by which the router tells an index page's forms from its frame's. */
function addressOf({ pathname, search }: { pathname: string; search: string }) {
  return pathname + search.replace(/^\?index(&|$)/, "?").replace(/^\?$/, "")
}
