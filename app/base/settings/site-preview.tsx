import { useEffect, useRef, useState } from "react"
import { Panel } from "#app/kit/ui/panel.tsx"
import { readHex } from "./appearance/colours.ts"
import { isFace } from "./appearance/faces.ts"
import { DEFAULT_PALETTE, type Palette, PALETTE_FIELDS } from "./appearance/palette.ts"
import { themeCss } from "./appearance/theme-css.ts"
import type { GroupName } from "./groups.ts"
import { SITE_PREVIEW, TRIED_PAGES, type TriedPage } from "./preview.ts"

const WIDTHS = [
  { width: 1440, height: 900, label: "Ordinateur" },
  { width: 768, height: 1024, label: "Tablette" },
  { width: 390, height: 844, label: "Téléphone" },
]
const DELAY_MS = 400

type Props = {
  group: GroupName
  /** The first is shown until another is asked for. */
  pages: readonly TriedPage[]
  /** The id of an element around the group's form. */
  around: string
}

/** The site's own pages as the form would make them, at three widths. Colours change at once; for all else they are asked for anew. */
export function SitePreview({ group, pages, around }: Props) {
  const [page, setPage] = useState(pages[0] ?? "home")
  const typed = useTyped(around)
  const address = `${SITE_PREVIEW}?${new URLSearchParams({ page, group })}`
  const html = useRendered(address, useSettled(typed))
  const css = cssOf(new URLSearchParams(typed))
  return (
    <Panel title="Aperçu" className="site-preview noscript:hidden">
      <div role="group" aria-label="Page de l’aperçu" className="mb-3 flex flex-wrap gap-2">
        {pages.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={page === name}
            onClick={() => setPage(name)}
            className="office-button aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {TRIED_PAGES[name]}
          </button>
        ))}
      </div>
      <p className="text-sm text-paper-ink">Rien n’est enregistré tant que vous ne l’avez pas demandé.</p>
      <div className="site-frames mt-4">
        {WIDTHS.map((size) => (
          <Framed key={size.width} {...size} page={TRIED_PAGES[page]} {...{ address, html, css }} />
        ))}
      </div>
    </Panel>
  )
}

type FrameProps = {
  width: number
  height: number
  label: string
  page: string
  address: string
  /** The page as it would be; undefined as long as it is the one that the address shows. */
  html: string | undefined
  /** Its colours and face, where the form has them. */
  css: string | undefined
}

function Framed({ width, height, label, page, address, html, css }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => show(frame.current, html), [html])
  useEffect(() => wear(frame.current, css), [html, css])
  return (
    <figure
      className={`site-frame site-frame-${width}`}
      style={{ "--width": width, "--height": height } as React.CSSProperties}
    >
      <figcaption className="text-sm font-semibold">
        {label} <span className="font-normal text-paper-ink">({width} pixels)</span>
      </figcaption>
      <div>
        <iframe
          ref={frame}
          src={address}
          title={`${page}, ${label.toLowerCase()}`}
          width={width}
          height={height}
          // Our own page, in which nothing runs.
          sandbox="allow-same-origin"
          loading="lazy"
          tabIndex={-1}
          onLoad={() => {
            show(frame.current, html)
            wear(frame.current, css)
          }}
        />
      </div>
    </figure>
  )
}

/** Writes another page into a frame: nothing is loaded, so that it stays where it was scrolled to. */
function show(frame: HTMLIFrameElement | null, html: string | undefined) {
  const shown = frame?.contentDocument
  // None of a page of which nothing has come yet; it is shown once all has.
  const root = shown?.firstElementChild
  if (!root || html === undefined) return
  const next = new DOMParser().parseFromString(html, "text/html").documentElement
  root.replaceWith(shown.adoptNode(next))
}

/** Gives the page in a frame other colours, as its own styles would (look-head.tsx). */
function wear(frame: HTMLIFrameElement | null, css: string | undefined) {
  const head = frame?.contentDocument?.head
  if (!head || css === undefined) return
  let style = head.querySelector("style[data-look]")
  if (!style) {
    style = head.ownerDocument.createElement("style")
    style.setAttribute("data-look", "")
    head.append(style)
  }
  style.textContent = css
}

/** What the form holds while it is filled in, as it would be sent; empty until something in it changes. */
function useTyped(id: string) {
  const [typed, setTyped] = useState("")
  useEffect(() => {
    const around = document.getElementById(id)
    const read = () => {
      const form = around?.querySelector("form[aria-label]")
      if (!(form instanceof HTMLFormElement)) return
      const entries = [...new FormData(form)].flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      )
      setTyped(new URLSearchParams(entries).toString())
    }
    around?.addEventListener("input", read)
    around?.addEventListener("change", read)
    return () => {
      around?.removeEventListener("input", read)
      around?.removeEventListener("change", read)
    }
  }, [id])
  return typed
}

/** The last value that stayed for a moment. */
function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DELAY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The page as it would be with what is typed; what cannot be had leaves the last one. */
function useRendered(address: string, typed: string) {
  const [rendered, setRendered] = useState<{ address: string; html: string }>()
  useEffect(() => {
    if (typed === "") return
    const leaving = new AbortController()
    const ask = async () => {
      const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: typed,
        signal: leaving.signal,
      })
      if (response.ok) setRendered({ address, html: await response.text() })
    }
    // Whoever types on, leaves or has no network keeps what is there.
    ask().catch(() => {})
    return () => leaving.abort()
  }, [address, typed])
  return rendered?.address === address ? rendered.html : undefined
}

/** The colours and the face of a form that has them. */
function cssOf(typed: URLSearchParams) {
  if (!typed.has("face")) return undefined
  const palette: Palette = { ...DEFAULT_PALETTE }
  for (const field of PALETTE_FIELDS)
    palette[field] = readHex(typed.get(`palette.${field}`) ?? "") ?? palette[field]
  const face = typed.get("face") ?? ""
  return themeCss({ palette, face: isFace(face) ? face : "anton" })
}
