import { useId, useState } from "react"
import { findAddresses } from "#app/kit/lib/addresses.ts"

type Props = {
  href: string
  /** @param address nothing: what was a link is none any more */
  onSet: (address: string) => void
  onClose: () => void
}

/** Asks where a link leads, below the tools. */
export function LinkBar({ href, onSet, onClose }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(href)
  const set = () => onSet(toAddress(typed.trim()))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from whatever is in it.
    <div
      role="group"
      aria-label="Lien"
      className="rich-link"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.preventDefault()
        onClose()
      }}
    >
      <label htmlFor={id}>Adresse du lien</label>
      <input
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- It was asked for.
        autoFocus
        type="text"
        inputMode="url"
        placeholder="https://…"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return
          event.preventDefault()
          set()
        }}
        className="control"
      />
      <button type="button" onClick={set} className="office-button">
        Appliquer
      </button>
      {href !== "" && (
        <button type="button" onClick={() => onSet("")} className="office-button">
          Retirer le lien
        </button>
      )}
    </div>
  )
}

/** « exemple.fr » means an address of the web; nothing else than texts may lead to is one. */
function toAddress(typed: string) {
  if (typed === "" || /^(?:https?:|mailto:|[/#])/i.test(typed)) return typed
  return findAddresses(typed)[0]?.href ?? `https://${typed}`
}
