import { useRef, useState } from "react"
import type { MediaSource, PickedMedium } from "#app/kit/form/media-source.ts"
import type { MediaKind } from "#app/kit/lib/media.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

type Props = {
  upload: MediaSource["upload"]
  kinds: readonly MediaKind[]
  isMany: boolean
  onSent: (media: PickedMedium[]) => void
  /** What files can be dropped on, and pasted into, beside the bar itself. */
  children?: React.ReactNode
}

/** What browsers offer first; the server looks at what is inside. */
const ACCEPTED: Record<MediaKind, string> = {
  image: "image/*,.heic,.heif",
  audio: "audio/*",
  video: "video/mp4,video/webm",
  text: ".vtt,.srt",
  document: "application/pdf",
}

/** Files that are not in the library yet: chosen, dropped or pasted. */
export function SendFiles({ upload, kinds, isMany, onSent, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [notice, setNotice] = useState("")
  const lastTurn = useRef(0)

  const send = async (files: readonly File[]) => {
    const chosen = isMany ? files : files.slice(0, 1)
    if (chosen.length === 0) return
    const turn = (lastTurn.current += 1)
    setNotice(chosen.length > 1 ? `Envoi de ${chosen.length} fichiers…` : "Envoi du fichier…")
    const sent = await upload(chosen)
    const fitting = sent.filter((medium) => kinds.includes(medium.kind))
    if (lastTurn.current === turn) setNotice(noticeOf(chosen.length, sent.length, fitting.length))
    onSent(sent)
  }

  const take = (event: React.SyntheticEvent, files: FileList) => {
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    void send([...files])
  }

  return (
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return
        event.preventDefault()
        event.stopPropagation()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        // The page behind takes files, too.
        take(event, event.dataTransfer.files)
      }}
      onPaste={(event) => take(event, event.clipboardData.files)}
      className="grid gap-4"
    >
      <div className={`media-drop ${isOver ? "drop-over" : ""}`}>
        <button type="button" onClick={() => input.current?.click()} className="office-button">
          <Icon name="upload" />
          {isMany ? "Envoyer des fichiers" : "Envoyer un fichier"}
        </button>
        <p className="text-sm text-paper-ink">ou {isMany ? "déposez-les" : "déposez-le"} ici</p>
        <input
          ref={input}
          type="file"
          hidden
          multiple={isMany}
          accept={kinds.map((kind) => ACCEPTED[kind]).join(",")}
          onChange={(event) => {
            void send([...(event.currentTarget.files ?? [])])
            // The same file can be chosen again.
            event.currentTarget.value = ""
          }}
        />
        <p role="status" className="basis-full text-sm not-empty:mt-1">
          {notice}
        </p>
      </div>
      {children}
    </div>
  )
}

function noticeOf(chosen: number, sent: number, fitting: number) {
  if (sent < chosen) return "Tout n’a pas pu être envoyé\u00a0: la liste des envois dit pourquoi."
  if (fitting < sent)
    return "Ce qui est d’un autre genre est dans la médiathèque, mais ne peut être choisi ici."
  return ""
}
