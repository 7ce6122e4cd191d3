import { useEffect, useRef } from "react"
import { Icon } from "./icon.tsx"

type Props = {
  /** « Autres actions : L’uppercut à voix basse », which is not seen; or what is. */
  label: React.ReactNode
  /** Of what opens it; three dots without it. */
  className?: string
  children: React.ReactNode
}

/** What is needed less often, and opens below « … » or a button. Escape and a click elsewhere close it. */
export function MoreMenu({ label, className, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const details = menu.current
    if (!details) return
    const close = () => details.removeAttribute("open")
    // By its path: what was clicked in a question that was asked from here is gone by now.
    const onClick = (event: Event) => {
      if (!event.composedPath().includes(details)) close()
    }
    // What was asked for is done; a question that is answered closes by itself.
    const onSubmit = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || target.method !== "post" || target.closest("dialog")) return
      close()
      details.querySelector("summary")?.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      // A question that was asked from here closes first.
      if (event.key !== "Escape" || document.querySelector(":modal")) return
      close()
      details.querySelector("summary")?.focus()
    }
    const listen = () => {
      const change = details.open ? "addEventListener" : "removeEventListener"
      document[change]("click", onClick)
      details[change]("keydown", onKey as EventListener)
    }
    details.addEventListener("toggle", listen)
    details.addEventListener("submit", onSubmit)
    return () => {
      details.removeEventListener("toggle", listen)
      details.removeEventListener("submit", onSubmit)
      document.removeEventListener("click", onClick)
    }
  }, [])

  return (
    <details ref={menu} name="more" className="more-menu">
      {className ? (
        <summary className={className}>{label}</summary>
      ) : (
        <summary className="icon-button">
          <Icon name="ellipsis" />
          <span className="sr-only">{label}</span>
        </summary>
      )}
      <div className="more-list">{children}</div>
    </details>
  )
}
