import { useRef, useState } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import { formatTransfer } from "./transfer-words.ts"
import type { Interrupted } from "./use-interrupted.ts"

type Props = {
  entry: Interrupted
  /** @returns false when it is another file */
  onFile: (file: File) => boolean
  onGiveUp: () => void
}

/** An upload whose page was left: a browser needs the file once more. */
export function InterruptedRow({ entry: { name, bytes, received }, onFile, onGiveUp }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOther, setIsOther] = useState(false)
  const subject = <span className="sr-only"> : {name}</span>
  return (
    <li className="upload-row">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-sm text-paper-ink">
          Interrompu à {formatTransfer({ bytes: received, total: bytes })}. Choisissez à nouveau ce fichier
          pour continuer.
        </p>
        {isOther && (
          <p role="alert" className="text-sm text-blood-dark">
            Ce n’est pas le même fichier.
          </p>
        )}
      </div>
      <button type="button" onClick={() => input.current?.click()} className="office-button">
        <Icon name="upload" />
        <span>Choisir{subject}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) setIsOther(!onFile(file))
          // The same file can be chosen again.
          currentTarget.value = ""
        }}
      />
      <button type="button" onClick={onGiveUp} className="office-button office-button-quiet px-0">
        <Icon name="x" />
        <span className="sr-only">Abandonner</span>
        {subject}
      </button>
    </li>
  )
}
