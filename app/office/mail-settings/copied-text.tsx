import { useState } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"

/** A text to be copied elsewhere as it is. @param label what it is, for the button's name */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const [notice, setNotice] = useState("")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setNotice("Copié.")
    } catch {
      setNotice("Impossible de copier : sélectionnez le texte.")
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="min-w-0 break-all">{text}</code>
      <button type="button" onClick={() => void copy()} className="office-button noscript:hidden">
        <Icon name="copy" />
        Copier<span className="sr-only"> : {label}</span>
      </button>
      <span role="status" className="text-sm text-paper-ink">
        {notice}
      </span>
    </div>
  )
}
