import { useState } from "react"
import { Panel } from "#app/kit/ui/panel.tsx"

const LOOKS = {
  html: { label: "Clair", title: "clair" },
  dark: { label: "Sombre", title: "sombre" },
  bare: { label: "Sans images", title: "sans images" },
  text: { label: "Texte seul", title: "en texte seul" },
}
const SIZES = {
  desktop: { label: "Ordinateur", width: "100%" },
  phone: { label: "Téléphone", width: "390px" },
}

type Props = {
  /** The letter's. */
  id: number
  /** Of what is shown: the preview is loaded anew when it changes. */
  version: number | string
}

/** A letter as it was saved, as mail programs show it. Without scripts: each look opens beside the page. */
export function LetterPreview({ id, version }: Props) {
  const [look, setLook] = useState<keyof typeof LOOKS>("html")
  const [size, setSize] = useState<keyof typeof SIZES>("desktop")
  const address = (as: string) => `/admin/letters/${id}/preview?as=${as}`
  return (
    <Panel title="Aperçu">
      <div className="flex flex-wrap gap-x-6 gap-y-2 noscript:hidden">
        <Choice label="Apparence" choices={LOOKS} chosen={look} onChoose={setLook} />
        <Choice label="Écran" choices={SIZES} chosen={size} onChoose={setSize} />
      </div>
      <noscript>
        <p className="flex flex-wrap gap-4">
          {Object.entries(LOOKS).map(([as, { label }]) => (
            <a key={as} href={address(as)} target="_blank" rel="noopener" className="underline">
              {label}
            </a>
          ))}
        </p>
      </noscript>
      <iframe
        // What a frame shows is no page to go back to.
        key={`${look} ${version}`}
        src={`${address(look)}&version=${encodeURIComponent(version)}`}
        title={`Aperçu de la lettre, ${LOOKS[look].title}`}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        className="mx-auto mt-4 block h-[70vh] min-h-96 max-w-full border border-[var(--office-field)] bg-white"
        style={{ width: SIZES[size].width }}
      />
      <p className="mt-2 text-sm text-paper-ink">
        Les liens personnels (désabonnement, préférences) sont propres à chaque abonné&nbsp;: ici, ils ne
        mènent à personne.
      </p>
    </Panel>
  )
}

type ChoiceProps<Name extends string> = {
  label: string
  choices: Record<Name, { label: string }>
  chosen: Name
  onChoose: (name: Name) => void
}

function Choice<Name extends string>({ label, choices, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {(Object.keys(choices) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
          className="office-button aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {choices[name].label}
        </button>
      ))}
    </div>
  )
}
