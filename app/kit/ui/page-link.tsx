import { useEffect, useEffectEvent } from "react"
import { useNavigate } from "react-router"

type Props = React.ComponentProps<"a"> & {
  /** A path on this site. */
  to: string
  viewTransition?: boolean
  preventScrollReset?: boolean
}

/**
 * A link to another page of the site, which is one element and nothing else: a page has dozens, and React Router's own
 * `Link` calls a dozen hooks for each. `PageLinks` answers them all.
 */
export function PageLink({
  to,
  viewTransition = false,
  preventScrollReset = false,
  children,
  ...rest
}: Props) {
  const options = [viewTransition && "transition", preventScrollReset && "stay"].filter(Boolean).join(" ")
  return (
    <a {...rest} href={to} data-page-link={options}>
      {children}
    </a>
  )
}

/** Leads along the page's links without loading a new document, as React Router's `Link` does. */
export function PageLinks() {
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>("[data-page-link]")
    if (!link || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    const { pathname, search, hash, href, dataset } = link
    const options = dataset.pageLink?.split(" ") ?? []
    void navigate(
      { pathname, search, hash },
      {
        replace: href === location.href,
        viewTransition: options.includes("transition"),
        preventScrollReset: options.includes("stay"),
      },
    )
  })
  useEffect(() => {
    // After the handlers of React's own elements, which may have answered the click already.
    document.addEventListener("click", follow)
    return () => document.removeEventListener("click", follow)
  }, [])
  return null
}

/** Browsers have a meaning of their own for all others, such as a new tab. */
export function isPlainClick(
  event: Pick<MouseEvent, "button" | "metaKey" | "altKey" | "ctrlKey" | "shiftKey">,
) {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
