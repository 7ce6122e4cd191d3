import { useEffect, useState } from "react"
import { onToast } from "#app/kit/http/client-toast.ts"
import type { Toast as ToastData } from "#app/kit/http/toast.ts"
import { Toast } from "./toast.tsx"

/** Where the newest toast shows until it is closed; always there, so that it is read out. */
export function ToastRegion({ toast }: { toast: ToastData | null }) {
  const [newest, setNewest] = useState(toast)
  const [arrived, setArrived] = useState(toast)
  if (toast !== arrived) {
    setArrived(toast)
    if (toast) setNewest(toast)
  }
  useEffect(() => onToast(setNewest), [])
  return (
    <div aria-live="polite">
      {newest && <Toast key={newest.id} toast={newest} onClose={() => setNewest(null)} />}
    </div>
  )
}
