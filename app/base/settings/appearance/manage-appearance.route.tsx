import { useEffect, useRef, useState } from "react"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { answerGroup, groupIntents, loadGroup } from "../group-page.server.ts"
import { GroupPage } from "../group-page.tsx"
import { GROUPS } from "../groups.ts"
import type { Route } from "./+types/manage-appearance.route"
import { readHex } from "./colours.ts"
import { isFace } from "./faces.ts"
import { DEFAULT_PALETTE, type Palette, PALETTE_FIELDS } from "./palette.ts"
import { THEME_PREVIEW } from "./preview-address.ts"
import { themeCss } from "./theme-css.ts"

const GROUP = "appearance"
const FORM = "apparence"

export function loader() {
  return loadGroup(GROUP)
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  return answerGroup(GROUP, form.values, parseIntent(form, groupIntents(GROUP)))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS[GROUP].title)
}

export default function ManageAppearance({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div id={FORM}>
      <GroupPage {...loaderData} response={actionData ?? undefined}>
        {loaderData.form && <ThemePreview around={FORM} saved={loaderData.form.fields} />}
      </GroupPage>
    </div>
  )
}

const PAGES = { home: "Accueil", episode: "Épisode", article: "Article" }
const WIDTHS = [
  { width: 1440, height: 900, label: "Ordinateur" },
  { width: 768, height: 1024, label: "Tablette" },
  { width: 390, height: 844, label: "Téléphone" },
]
const PICTURES = ["logo", "heroPicture"]
const DELAY_MS = 400

type Fields = Record<string, string>

/**
 * The site's own pages as the form would make them, at three widths. Colours change in the pages that are shown; for a face or
 * a picture they are asked for anew.
 *
 * @param around the id of an element around the form
 */
function ThemePreview({ around, saved }: { around: string; saved: Fields }) {
  const [page, setPage] = useState<keyof typeof PAGES>("home")
  const fields = useTyped(around, saved)
  const query = useSettled(new URLSearchParams({ page, ...chosen(fields, ["face", ...PICTURES]) }).toString())
  const css = themeCss({ palette: paletteOf(fields), face: isFace(fields.face) ? fields.face : "anton" })
  return (
    <Panel title="Aperçu" className="theme-preview noscript:hidden">
      <div role="group" aria-label="Page de l’aperçu" className="flex flex-wrap gap-2">
        {Object.entries(PAGES).map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={page === name}
            onClick={() => setPage(name as keyof typeof PAGES)}
            className="office-button aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {label}
          </button>
        ))}
      </div>
      <p className="mt-3 text-sm text-paper-ink">
        Rien n’est enregistré tant que vous ne l’avez pas demandé.
      </p>
      <div className="theme-frames mt-4">
        {WIDTHS.map((size) => (
          <Framed
            key={size.width}
            {...size}
            page={PAGES[page]}
            address={`${THEME_PREVIEW}?${query}`}
            css={css}
          />
        ))}
      </div>
    </Panel>
  )
}

type FrameProps = { width: number; height: number; label: string; page: string; address: string; css: string }

function Framed({ width, height, label, page, address, css }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => wear(frame.current, css), [css])
  return (
    <figure
      className={`theme-frame theme-frame-${width}`}
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
          onLoad={() => wear(frame.current, css)}
        />
      </div>
    </figure>
  )
}

/** Gives the page in a frame other colours, as its own styles would (look-head.tsx). */
function wear(frame: HTMLIFrameElement | null, css: string) {
  const head = frame?.contentDocument?.head
  if (!head) return
  let style = head.querySelector("style[data-look]")
  if (!style) {
    style = head.ownerDocument.createElement("style")
    style.setAttribute("data-look", "")
    head.append(style)
  }
  style.textContent = css
}

/** What the form holds while it is filled in. */
function useTyped(id: string, saved: Fields) {
  const [fields, setFields] = useState(saved)
  useEffect(() => {
    const around = document.getElementById(id)
    const read = () => {
      const form = around?.querySelector("form[aria-label]")
      if (!(form instanceof HTMLFormElement)) return
      const entries = [...new FormData(form)].flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      )
      setFields(Object.fromEntries(entries) as Fields)
    }
    read()
    around?.addEventListener("input", read)
    around?.addEventListener("change", read)
    return () => {
      around?.removeEventListener("input", read)
      around?.removeEventListener("change", read)
    }
  }, [id, saved])
  return fields
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

function paletteOf(fields: Fields): Palette {
  const palette = { ...DEFAULT_PALETTE }
  for (const field of PALETTE_FIELDS)
    palette[field] = readHex(fields[`palette.${field}`] ?? "") ?? palette[field]
  return palette
}

const chosen = (fields: Fields, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? ""]))
