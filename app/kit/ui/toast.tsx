import { Link } from "react-router"
import type { Toast as ToastContent } from "#app/kit/http/toast.ts"
import { Icon } from "./icon.tsx"

type Props = { toast: ToastContent; onClose: () => void }

/** A notice in the corner. It leaves after 6 seconds, but not while it is pointed at or holds the focus. */
export function Toast({ toast: { kind, title, description, link }, onClose }: Props) {
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
        {title && <p className="font-bold">{title}</p>}
        {description && <p>{description}</p>}
        {link && (
          <Link to={link.to} className="-my-2 inline-flex min-h-11 items-center font-semibold underline">
            {link.label}
          </Link>
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
