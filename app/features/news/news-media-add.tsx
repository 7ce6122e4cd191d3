import { useState } from "react"
import type { MediaDesk, PickedMedium } from "#app/form/media-desk.ts"
import { completeAddress, isSitePath, isWebAddress } from "#app/lib/typed-addresses.ts"
import { Icon } from "#app/ui/icon.tsx"
import { guessType, type ListedMedium } from "./media-list.ts"

type Props = { desk: MediaDesk | null; onAdd: (media: ListedMedium[]) => void }

/** Ways to add media to a gallery: the library, files (chosen, dropped or pasted), or an address. */
export function NewsMediaAdd({ desk, onAdd }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [address, setAddress] = useState("")
  const [problem, setProblem] = useState("")

  const take = async (media: Promise<PickedMedium[]> | undefined) => {
    setBusy(true)
    try {
      onAdd(((await media) ?? []).filter(isForGallery).map(toListed))
    } finally {
      setBusy(false)
    }
  }
  const send = (files: FileList | null) => files && files.length > 0 && void take(desk?.upload([...files]))
  const addAddress = () => {
    const mediaUrl = completeAddress(address.trim())
    const isAddress = isWebAddress(mediaUrl) || isSitePath(mediaUrl)
    setProblem(isAddress ? "" : "L’adresse doit commencer par https://, http:// ou /")
    if (!isAddress) return
    setAddress("")
    onAdd([{ mediaType: guessType(mediaUrl), mediaUrl, thumbnailUrl: null, caption: "" }])
  }

  return (
    <div
      className="media-add"
      onDragOver={(event) => desk && event.preventDefault()}
      onDrop={(event) => {
        if (!desk || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        send(event.dataTransfer.files)
      }}
      onPaste={(event) => {
        if (!desk || event.clipboardData.files.length === 0) return
        event.preventDefault()
        send(event.clipboardData.files)
      }}
    >
      {desk && (
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            aria-disabled={isBusy}
            className="office-button"
            onClick={() => !isBusy && void take(desk.pick({ kinds: ["image", "video"], isMany: true }))}
          >
            <Icon name="images" /> Ajouter de la médiathèque
          </button>
          <label className="office-button focus-within:outline-2">
            <Icon name="upload" /> Ajouter des fichiers
            <input
              type="file"
              multiple
              accept="image/*,video/*"
              className="sr-only"
              onChange={(event) => {
                send(event.currentTarget.files)
                event.currentTarget.value = ""
              }}
            />
          </label>
          <span className="text-sm text-paper-ink">{isBusy ? "Ajout en cours…" : "ou déposez-les ici"}</span>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <input
          aria-label="Adresse d’un autre média"
          placeholder="https://…"
          inputMode="url"
          spellCheck={false}
          value={address}
          aria-invalid={problem !== "" || undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return
            // Not the whole form.
            event.preventDefault()
            addAddress()
          }}
          className="control min-w-0 flex-1"
        />
        <button type="button" className="office-button" onClick={addAddress}>
          Ajouter
        </button>
      </div>
      {problem && (
        <p role="alert" className="text-sm font-semibold text-blood-dark">
          {problem}
        </p>
      )}
    </div>
  )
}

const isForGallery = ({ kind }: PickedMedium) => kind === "image" || kind === "video"

function toListed({ kind, address }: PickedMedium): ListedMedium {
  return {
    mediaType: kind === "video" ? "video" : "image",
    mediaUrl: address,
    thumbnailUrl: null,
    caption: "",
  }
}
