import type { Toast } from "./toast.ts"

const EVENT = "cko:toast"

/** Shows a toast from within the browser, where no page is loaded that could bring it. */
export function showToast(toast: Omit<Toast, "id">) {
  dispatchEvent(
    new CustomEvent<Toast>(EVENT, { detail: { ...toast, id: crypto.randomUUID?.() ?? String(Date.now()) } }),
  )
}

/** @returns the function that stops listening */
export function onToast(listener: (toast: Toast) => void) {
  const onEvent = (event: Event) => listener((event as CustomEvent<Toast>).detail)
  addEventListener(EVENT, onEvent)
  return () => removeEventListener(EVENT, onEvent)
}
