import { useEffect } from "react"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { NewCodes } from "./factors-of-account.server.ts"

const PANEL = "codes"
const FILE = "codes-de-secours.txt"

/** The only time that the codes are shown. */
export function NewCodesPanel({ codes, madeAt }: NewCodes) {
  const { name } = usePodcast()
  const text = codes.join("\n")
  useEffect(() => document.getElementById(PANEL)?.focus(), [madeAt])
  return (
    <Panel id={PANEL} title="Vos codes de secours">
      <p className="max-w-[70ch]">
        <strong>Notez-les maintenant : ils ne s’afficheront plus.</strong> Chacun remplace une fois votre
        second facteur, si vous le perdez. Gardez-les ailleurs que sur l’appareil qui vous sert à vous
        connecter.
      </p>
      <pre className="mt-4 overflow-x-auto border border-rule bg-paper p-4 leading-relaxed select-all sm:text-lg">
        {text}
      </pre>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" onClick={() => download(text, name)} className="office-button noscript:hidden">
          <Icon name="download" />
          Télécharger
        </button>
      </div>
    </Panel>
  )
}

/** A file of the browser's own making: no address ever holds the codes. */
function download(codes: string, name: string) {
  const text = `${name} : codes de secours (${location.host})\n\n${codes}\n\nChaque code sert une fois.\n`
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = url
  link.download = FILE
  link.click()
  URL.revokeObjectURL(url)
}
