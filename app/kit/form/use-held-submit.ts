import { type RefObject, useEffect, useEffectEvent } from "react"

/** While something is under way, a form is not sent: what it is to hold is not there yet. @param onHeld says so */
export function useHeldSubmit(
  field: RefObject<HTMLTextAreaElement | HTMLFieldSetElement | null>,
  isHeld: boolean,
  onHeld: () => void,
) {
  const hold = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    // React listens further up.
    event.stopPropagation()
    onHeld()
  })
  useEffect(() => {
    const form = field.current?.form
    if (!isHeld || !form) return
    const listener = (event: SubmitEvent) => hold(event)
    form.addEventListener("submit", listener)
    return () => form.removeEventListener("submit", listener)
  }, [field, isHeld])
}
