import { useEffect, useState } from "react"
import { Link, useFetcher } from "react-router"
import { onToast } from "#app/kit/http/client-toast.ts"
import type { Toast as ToastData } from "#app/kit/http/toast.ts"
import { HiddenFields } from "./hidden-fields.tsx"
import { Icon } from "./icon.tsx"

/** Where the newest toast shows until it is closed; always there, so that it is read out. */
export function ToastRegion({ toast }: { toast: ToastData | null }) {
  const [newest, setNewest] = useState(toast)
  const [arrived, setArrived] = useState(toast)
  if (toast !== arrived) {
    setArrived(toast)
    if (toast) setNewest(toast)
  }
  useEffect(() => onToast(setNewest), [])
  useEffect(() => {
    // What is done next makes the old news of what was done before.
    const onSubmit = (event: SubmitEvent) => {
      if ((event.target as HTMLFormElement).method === "post") setNewest(null)
    }
    addEventListener("submit", onSubmit)
    return () => removeEventListener("submit", onSubmit)
  }, [])
  return (
    <div aria-live="polite">
      {newest && <Toast key={newest.id} toast={newest} onClose={() => setNewest(null)} />}
    </div>
  )
}

type ToastProps = { toast: ToastData; onClose: () => void }

/** A notice in the corner. It leaves after 6 seconds, but not while it is pointed at or holds the focus. */
function Toast({ toast: { kind, title, description, link, file, undo }, onClose }: ToastProps) {
  // Not a navigation: what is being typed on the page stays.
  const { Form } = useFetcher()
  const isError = kind === "error"
  return (
    <div
      role={isError ? "alert" : undefined}
      onAnimationEnd={onClose}
      className="toast flex items-start gap-3 py-2 pr-2 pl-4"
    >
      <Icon
        name={isError ? "circle-alert" : "circle-check"}
        className={`my-2.5 size-6 flex-none ${isError ? "text-blood" : ""}`}
      />
      <div className="my-2 min-w-0 flex-1 break-words">
        {/* The page stays, as the file is no page; without scripts, too. */}
        {file && <meta httpEquiv="refresh" content={`0;url=${file}`} />}
        {title && <p className="font-bold">{title}</p>}
        {description && <p>{description}</p>}
        {link && (
          <Link to={link.to} className="-my-2 inline-flex min-h-11 items-center font-semibold underline">
            {link.label}
          </Link>
        )}
        {undo && (
          <Form method="post" action={undo.to} onSubmit={onClose} className="-my-2">
            <HiddenFields fields={undo.fields} />
            <button type="submit" className="inline-flex min-h-11 items-center font-semibold underline">
              Annuler
            </button>
          </Form>
        )}
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label="Fermer"
        className="flex size-11 flex-none items-center justify-center hover:bg-paper-shade noscript:hidden"
      >
        <Icon name="x" className="size-5" />
      </button>
    </div>
  )
}
