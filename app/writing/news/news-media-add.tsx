import { type RefObject, useState } from "react"
import type { MediaSource, PickedMedium } from "#app/kit/form/media-source.ts"
import { completeAddress, isSitePath, isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { useHeldSubmit } from "#app/kit/form/use-held-submit.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { guessType, type ListedMedium } from "./media-list.ts"

type Props = {
  source: MediaSource | null
  /** Of the form that waits for files. */
  list: RefObject<HTMLFieldSetElement | null>
  onAdd: (media: ListedMedium[]) => void
  /** Says what one should know, or nothing any more. */
  onNotice: (notice: string) => void
}

/** Ways to add media to a gallery: the library, files (chosen, dropped or pasted), or an address. */
export function NewsMediaAdd({ source, list, onAdd, onNotice }: Props) {
  const [busy, setBusy] = useState(0)
  const isBusy = busy > 0
  const [address, setAddress] = useState("")
  const [problem, setProblem] = useState("")

  useHeldSubmit(list, isBusy, () => onNotice(STILL_BUSY))

  /** @param asked how many files */
  const take = async (media: Promise<PickedMedium[]>, asked = 0) => {
    setBusy((before) => before + 1)
    const taken = (await media.catch(() => [])).filter(isForGallery)
    setBusy((before) => before - 1)
    onNotice("")
    onAdd(taken.map(toListed))
    if (taken.length < asked) onNotice(spellLeftOut(asked - taken.length))
  }
  const send = (files: FileList | null) => {
    const all = [...(files ?? [])]
    if (source && all.length > 0) void take(source.upload(all), all.length)
  }
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
      onDragOver={(event) => source && event.preventDefault()}
      onDrop={(event) => {
        if (!source || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        send(event.dataTransfer.files)
      }}
      onPaste={(event) => {
        if (!source || event.clipboardData.files.length === 0) return
        event.preventDefault()
        send(event.clipboardData.files)
      }}
    >
      {source && (
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            className="office-button"
            onClick={() => void take(source.pick({ kinds: ["image", "video"], isMany: true }))}
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
          aria-label="Adresse d’une image ou d’une vidéo"
          placeholder="ou une adresse : https://…"
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

function spellLeftOut(count: number) {
  const what = count === 1 ? "1 fichier n’a pas été ajouté" : `${count} fichiers n’ont pas été ajoutés`
  return `${what}\u00a0: une galerie a des images et des vidéos, et la liste des envois dit ce qui est refusé.`
}

const STILL_BUSY =
  "Des fichiers sont encore en cours d’envoi\u00a0: enregistrez quand ils seront dans la galerie."
