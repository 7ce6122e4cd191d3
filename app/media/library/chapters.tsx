import { useState } from "react"
import type { MediaTags } from "#app/kit/lib/media.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { formatLength } from "../file-facts.ts"

type Props = { chapters: NonNullable<MediaTags["chapters"]> }

/** The chapters that a sound brings along, to be copied into a description as apps read them: a time and a title a line. */
export function Chapters({ chapters }: Props) {
  const [notice, setNotice] = useState("")
  const lines = chapters.map(({ start, title }) => ({ time: formatLength(start * 1_000), title }))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        lines.map(({ time, title }) => `${time} ${title}`.trim()).join("\n"),
      )
      setNotice("Chapitres copiés : collez-les dans la description de l’épisode.")
    } catch {
      setNotice("Impossible de copier : sélectionnez la liste.")
    }
  }
  return (
    <details className="mt-3">
      <summary className="log-summary">Chapitres ({chapters.length})</summary>
      <ol className="mt-1 grid gap-1 text-sm">
        {lines.map(({ time, title }, index) => (
          <li key={index} className="break-words">
            {time} {title}
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => void copy()} className="office-button mt-3 noscript:hidden">
        <Icon name="copy" />
        Copier les chapitres
      </button>
      <p role="status" className="text-sm text-paper-ink not-empty:mt-1">
        {notice}
      </p>
    </details>
  )
}
