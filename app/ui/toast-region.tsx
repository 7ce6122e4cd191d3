import { useState } from "react"
import type { Toast as ToastData } from "#app/lib/toast.ts"
import { Toast } from "./toast.tsx"

/** Where the toast that came with the page shows until it is closed; always there, so that it is read out. */
export function ToastRegion({ toast }: { toast: ToastData | null }) {
  const [closedId, setClosedId] = useState<string>()
  const isShown = toast && toast.id !== closedId
  return (
    <div aria-live="polite">
      {isShown && <Toast key={toast.id} toast={toast} onClose={() => setClosedId(toast.id)} />}
    </div>
  )
}
