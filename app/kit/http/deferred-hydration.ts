import { DEFERRED_SCRIPTS, type DeferredScripts } from "./deferred-scripts.ts"
import { BUILD_OF_SCRIPTS, DATA_TYPE, NAME_OF_DATA, PAGE_DATA } from "./page-data.ts"

/** What shows that somebody does more than read; scrolling is reading. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"] as const
/** Where a list loads further: as near as `useMore` has it. */
const NEAR = "800px"
const HYDRATED = "cko:hydrated"
/** After a failure the page is as without scripts for this long. */
const RETRY_MS = 2_000
/** A page as old as this is loaded anew where the site has been updated since; a cache on the way may hand out the old one again. */
const OUTDATED_MS = 60_000

type HandedOver = { __reactRouterContext: { streamController: ReadableStreamDefaultController<string> } }

let started = false
let isResting = false

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
    if (!element || isResting || event.metaKey || event.ctrlKey || event.shiftKey) return
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
      // Offline, perhaps, or outdated: the page goes on as it is, and a sign later on tries again.
      isResting = true
      setTimeout(() => (isResting = started = false), RETRY_MS)
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
  const [data, modules] = await Promise.all([
    fetchData(manifest),
    Promise.all(Object.values(routes).map(load)),
    load(manifest),
  ])
  const loaded = Object.fromEntries(Object.keys(routes).map((id, index) => [id, modules[index]]))
  Object.assign(window, { __reactRouterRouteModules: loaded })
  if (data !== undefined) handOver(data)
  await hydrate()
}

/**
 * The data that the page was drawn with, which the page cache keeps beside it (server/encoded-page.ts); undefined where the
 * page's own script handed it over.
 */
async function fetchData(manifest: string) {
  const element = document.getElementById(PAGE_DATA)
  if (element?.getAttribute("type") !== "application/json") return undefined
  const address = new URL(location.href)
  address.searchParams.set(NAME_OF_DATA, JSON.parse(element.textContent))
  address.searchParams.set(BUILD_OF_SCRIPTS, manifest)
  const response = await fetch(address)
  if (response.headers.get("Content-Type")?.startsWith(DATA_TYPE)) return response.text()
  // The page itself is the answer to scripts of another build.
  if (response.ok && performance.now() > OUTDATED_MS) location.reload()
  throw new Error(`no data of this page: ${response.status}`)
}

/** Gives the data to React Router as the page's own script would have (hydration-data.server.ts). */
function handOver(data: string) {
  const { streamController } = (window as unknown as HandedOver).__reactRouterContext
  streamController.enqueue(data)
  streamController.close()
}
