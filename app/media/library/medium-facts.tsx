import { useState } from "react"
import type { Asking } from "#app/kit/form/asking.ts"
import type { MediaTags } from "#app/kit/lib/media.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { formatBytes, formatLength } from "../file-facts.ts"
import type { mediaIntents } from "./medium-form.schema.ts"
import type { ShownMedium } from "./medium.server.ts"

/** What was read from a file, and the formats that were made of it. */
export function MediumFacts({ medium }: { medium: ShownMedium }) {
  const { id, state, facts, sentOn, bitRate, loudness, tags, files } = medium
  const chapters = tags?.chapters ?? []
  const variants = files.filter(({ role }) => role === "variant")
  return (
    <Panel title="Le fichier">
      <dl className="grid gap-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-4">
        <Fact name="Fichier">{facts.join(" · ")}</Fact>
        <Fact name="Envoyé">le {sentOn}</Fact>
        {bitRate !== null && (
          <Fact name="Débit">
            {Math.round(bitRate / 1_000)}
            {"\u00a0"}kbit/s
          </Fact>
        )}
        {loudness !== null && (
          <Fact name="Volume moyen">
            {loudness.toLocaleString("fr-FR", { maximumFractionDigits: 1 }).replace("-", "−")}
            {"\u00a0"}LUFS (les plateformes visent −16)
          </Fact>
        )}
        {tags?.title && <Fact name="Titre">{tags.title}</Fact>}
        {tags?.artist && <Fact name="Artiste">{tags.artist}</Fact>}
        {tags?.album && <Fact name="Album">{tags.album}</Fact>}
      </dl>
      {tags?.hasCover && state === "ready" && (
        <div className="mt-3">
          <ActionButton
            label="Prendre la pochette du son"
            icon="image-plus"
            fields={{ intent: "cover", id: String(id) } satisfies Asking<typeof mediaIntents>}
          />
        </div>
      )}
      {chapters.length > 0 && <Chapters chapters={chapters} />}
      {variants.length > 0 && (
        <details className="mt-3">
          <summary className="log-summary">Formats ({variants.length})</summary>
          <ul className="mt-1 grid gap-1 text-sm">
            {variants.map(({ name, width, height, bytes }) => (
              <li key={name} className="break-words">
                {name}
                {width && height && ` · ${width}\u00a0×\u00a0${height}`} · {formatBytes(bytes)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-sm text-paper-ink">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}

type ChaptersProps = { chapters: NonNullable<MediaTags["chapters"]> }

/** The chapters that a sound brings along, to be copied into a description as apps read them: a time and a title a line. */
function Chapters({ chapters }: ChaptersProps) {
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
