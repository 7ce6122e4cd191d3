import { DEFERRED_SCRIPTS, type DeferredScripts } from "./deferred-scripts.ts"

/** What shows that somebody does more than read; scrolling is reading. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"] as const
/** Where a list loads further: as near as `useMore` has it. */
const NEAR = "800px"
const HYDRATED = "cko:hydrated"

let started = false

/** True once the page's scripts are being loaded, or run. */
export function isStarted() {
  return started
}

/** Says that everything on the page now answers. */
export function announceHydrated() {
  started = true
  dispatchEvent(new Event(HYDRATED))
}

/**
 * Loads and runs the page's scripts at the first sign that they are needed. Links and forms work before; a click on what
 * works by script only (`data-scripted`), or better so, is held back and made again once it is answered, and so are those
 * that follow it.
 *
 * @param hydrate called when the page's routes are loaded
 * @param isAwaited somebody came for more than reading: at once, then
 */
export function startLate(hydrate: () => Promise<void>, isAwaited: boolean) {
  const held = new Set<HTMLElement>()
  const hold = (event: MouseEvent) => {
    const waiting = held.size > 0 ? "[data-scripted], a, button" : "[data-scripted]"
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(waiting)
    if (!element || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // React may listen by now, and would act on this click and on the one that is made again.
    event.stopPropagation()
    element.ariaBusy = "true"
    held.add(element)
    start()
  }
  const start = () => {
    if (started) return
    started = true
    loadScripts(hydrate).catch(() => {
      // Offline, perhaps: the page goes on as it is, and the next sign tries again.
      started = false
      for (const element of held) {
        element.ariaBusy = null
        if (element instanceof HTMLAnchorElement) location.assign(element.href)
      }
      held.clear()
    })
  }
  const listening = new AbortController()
  const options = { capture: true, passive: true, signal: listening.signal }
  for (const sign of SIGNS) addEventListener(sign, (event) => isReal(event) && start(), options)
  addEventListener("click", hold, { capture: true, signal: listening.signal })
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && start(),
    { rootMargin: NEAR },
  )
  for (const end of document.querySelectorAll("[data-starts-in-sight]")) observer.observe(end)

  addEventListener(
    HYDRATED,
    () => {
      listening.abort()
      observer.disconnect()
      for (const element of held) {
        element.ariaBusy = null
        element.click()
      }
    },
    { once: true },
  )
  if (isAwaited) start()
}

/** Browsers tell of a resting pointer, too, as soon as the page is laid out under it. */
function isReal(event: Event) {
  return (
    event.type !== "pointermove" ||
    !(event instanceof PointerEvent) ||
    event.movementX !== 0 ||
    event.movementY !== 0
  )
}

/** Loads what the server named (deferred-scripts.server.ts), all at the same time, and hands it to React Router. */
async function loadScripts(hydrate: () => Promise<void>) {
  const text = document.getElementById(DEFERRED_SCRIPTS)?.textContent ?? ""
  const { manifest, routes, imports } = JSON.parse(text) as DeferredScripts
  for (const href of imports)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }))
  const load = (address: string) => import(/* @vite-ignore */ address)
  const [modules] = await Promise.all([Promise.all(Object.values(routes).map(load)), load(manifest)])
  const loaded = Object.fromEntries(Object.keys(routes).map((id, index) => [id, modules[index]]))
  Object.assign(window, { __reactRouterRouteModules: loaded })
  await hydrate()
}
