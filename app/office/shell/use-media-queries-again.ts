import { useEffect } from "react"

/** Once nothing is resized any more. */
const AFTER_MS = 60

/**
 * Lays the page out anew after a resize: where size containers and viewport units meet, WebKit before the mending of its bug
 * 310086 looks at no media query then, and a turned tablet would keep its sidebar.
 */
export function useMediaQueriesAgain() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(layOutAnew, AFTER_MS)
    }
    addEventListener("resize", onResize)
    return () => {
      clearTimeout(timer)
      removeEventListener("resize", onResize)
    }
  }, [])
}

function layOutAnew() {
  // Styles first: it is while these are found, and nothing else is left to do, that the queries are passed over.
  document.body.getBoundingClientRect()
  const { style } = document.documentElement
  // Of no effect where there are no columns.
  style.columnFill = style.columnFill ? "" : "auto"
}
