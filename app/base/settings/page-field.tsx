import { createContext, use, useId, useRef, useState } from "react"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import type { BoundName } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import type { Option } from "./fields.ts"

/** The pages of the site that an address may be chosen from, by their addresses; the page of the settings says them. */
export const SitePages = createContext<readonly Option[]>([])

type Props = {
  label: string
  hint?: string
  name: BoundName
  value: string
  error?: string
  /** @param title what the chosen page is called */
  onChoose: (title: string) => void
}

/** What is chosen where the address is typed. */
const OTHER = "other"

/** An address that leads somewhere: a page of the site, chosen, or any other one, typed. Without scripts it is typed. */
export function PageField({ label, hint, name, value, error, onChoose }: Props) {
  const id = useId()
  const pages = use(SitePages)
  const input = useRef<HTMLInputElement>(null)
  const isKnown = pages.some((page) => page.value === value)
  const [isTyped, setTyped] = useState(value !== "" && !isKnown)

  function choose(chosen: string) {
    setTyped(chosen === OTHER)
    if (chosen === OTHER || !input.current) return
    fillInput(input.current, chosen)
    onChoose(pages.find((page) => page.value === chosen)?.label ?? "")
  }

  return (
    <div>
      <label htmlFor={`${id}-page`} className="mb-1 block font-semibold noscript:hidden">
        {label}
      </label>
      <select
        id={`${id}-page`}
        defaultValue={isTyped ? OTHER : value}
        onChange={(event) => choose(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className="control noscript:hidden"
      >
        <option value="">Choisir…</option>
        {pages.map((page) => (
          <option key={page.value} value={page.value}>
            {page.label}
          </option>
        ))}
        <option value={OTHER}>Une autre adresse…</option>
      </select>
      <div className={isTyped ? "mt-2" : "hidden noscript:block"}>
        <label htmlFor={id} className="sr-only noscript:not-sr-only">
          Adresse
        </label>
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          inputMode="url"
          spellCheck={false}
          defaultValue={value}
          placeholder="/page/equipe ou https://…"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          className="control"
        />
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
