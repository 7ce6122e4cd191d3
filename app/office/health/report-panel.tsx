import { useId, useState } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"

/** Everything as a text, to be sent to who helps. */
export function ReportPanel({ report }: { report: string }) {
  const [notice, setNotice] = useState("")
  const explanation = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report)
      setNotice("Rapport copié.")
    } catch {
      setNotice("Impossible de copier\u00a0: sélectionnez le texte.")
    }
  }
  return (
    <Panel id="rapport" title="Rapport à transmettre" className="mt-5">
      <p id={explanation}>
        À joindre quand vous demandez de l’aide. Il ne contient ni mot de passe, ni adresse e-mail, ni adresse
        de visiteur.
      </p>
      <textarea
        readOnly
        rows={14}
        value={report}
        aria-label="Rapport"
        aria-describedby={explanation}
        className="control mt-3 font-mono text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()} className="office-button mt-3 noscript:hidden">
        <Icon name="copy" />
        Copier le rapport
      </button>
      <p role="status" className="text-sm text-paper-ink not-empty:mt-1">
        {notice}
      </p>
    </Panel>
  )
}
