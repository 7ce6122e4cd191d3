import { useEffect, useRef } from "react"

/** Empties a form once what it sent was taken. @returns the form's ref */
export function useClearedForm(isSending: boolean, isRefused: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !isSending && !isRefused) form.current?.reset()
    wasSending.current = isSending
  }, [isSending, isRefused])
  return form
}
