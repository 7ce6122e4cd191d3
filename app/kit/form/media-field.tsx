import { useEffect, useRef, useState } from "react"
import { mediaKey, type MediaKind, smallerPicture } from "#app/kit/lib/media.ts"
import { completeAddress, isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { FieldFrame } from "./field-frame.tsx"
import { fillInput } from "./fill-input.ts"
import { useDropTarget } from "./page-drop.ts"
import { type MediaSource, type PickedMedium, useMediaSource } from "./media-source.ts"
import { type FieldProps, useField } from "./use-field.ts"

export type MediaFieldProps = FieldProps & {
  defaultValue?: string
  /** Called with what was taken from the library, for fields that follow from it. */
  onTaken?: (medium: PickedMedium, form: HTMLFormElement | null) => void
  /** Said while a file of its kind is held over the page, all of which it then takes: « L’image de cet épisode ». */
  dropSays?: string
}

type Props = MediaFieldProps & {
  kinds: readonly MediaKind[]
  /** What lies at the address, as it is typed. */
  children: (address: string) => React.ReactNode
}

/** The address of a file, typed, or taken from the library. Without scripts it is typed. */
export function MediaField({ kinds, onTaken, dropSays, children, ...props }: Props) {
  const { frame, control } = useField(props)
  const input = useRef<HTMLInputElement>(null)
  const media = useMediaField({ input, kinds, onTaken, defaultValue: props.defaultValue })
  const { isOver, ...dropping } = useDrop(media)
  const [kind = "document"] = kinds
  useDropTarget({ kind, says: dropSays, take: (file) => void media.send(file) })

  return (
    <div {...dropping} className={`${frame.className ?? ""} ${isOver ? "drop-over" : ""}`}>
      <FieldFrame {...frame} className={undefined}>
        <input
          {...control}
          ref={input}
          type="url"
          inputMode="url"
          spellCheck={false}
          onInput={(event) => media.onInput(event.currentTarget.value)}
          onPaste={(event) => {
            const [file] = event.clipboardData.files
            if (!file || !media.hasSource) return
            event.preventDefault()
            void media.send(file)
          }}
          className="control"
        />
        {media.hasSource && <Ways media={media} label={props.label} />}
        {children(media.address)}
      </FieldFrame>
    </div>
  )
}

/** What a field shows of a picture of the library; of another host's, nothing. */
export function KeptPicture({ address }: { address: string }) {
  if (!mediaKey(address)) return null
  return <img key={address} src={smallerPicture(address, 640)} alt="" className="mt-2 max-h-48 max-w-full" />
}

type Options = Pick<Props, "kinds" | "defaultValue" | "onTaken"> & {
  input: React.RefObject<HTMLInputElement | null>
}

const DELAY_MS = 400

/** What a field of an address does: it is typed, or that of a file: chosen in the library, dropped, pasted, or copied from another host. */
export function useMediaField({ input, kinds, defaultValue = "", onTaken }: Options) {
  const source = useMediaSource()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [address, setAddress] = useState(() => completeAddress(defaultValue))
  const lastTurn = useRef(0)
  const [busy, setBusy] = useState("")
  const [problem, setProblem] = useState("")

  useEffect(() => () => clearTimeout(timer.current), [])

  const take = (medium: PickedMedium | undefined) => {
    // The form may have been sent and filled anew meanwhile.
    if (!medium || !input.current) return
    if (!kinds.includes(medium.kind)) return setProblem(WRONG_KIND)
    fillInput(input.current, medium.address)
    clearTimeout(timer.current)
    setAddress(medium.address)
    onTaken?.(medium, input.current.form)
  }

  /** Whatever it takes, typing goes on meanwhile; of several the last one counts. */
  const ask = async (why: string, work: (source: MediaSource) => Promise<PickedMedium | undefined>) => {
    if (!source) return
    const turn = (lastTurn.current += 1)
    setBusy(why)
    setProblem("")
    const medium = await work(source)
    if (lastTurn.current !== turn) return
    setBusy("")
    take(medium)
  }

  return {
    address,
    isCopying: busy === COPYING,
    notice: problem || busy,
    hasSource: source !== null,
    canCopy: source !== null && isWebAddress(address) && mediaKey(address) === undefined,
    onInput(typed: string) {
      clearTimeout(timer.current)
      setProblem("")
      timer.current = setTimeout(() => setAddress(completeAddress(typed.trim())), DELAY_MS)
    },
    choose: () => ask("", async ({ pick }) => (await pick({ kinds }))[0]),
    send: (file: File) => ask("Envoi du fichier…", async ({ upload }) => (await upload([file]))[0]),
    copy: () => ask(COPYING, ({ copy }) => copy(address)),
  }
}

export type MediaFieldState = ReturnType<typeof useMediaField>

const COPYING = "Copie dans la médiathèque…"
const WRONG_KIND = "Ce fichier est dans la médiathèque, mais il n’est pas du genre qu’attend ce champ."

/** A file that is dropped anywhere on the field is sent. */
export function useDrop(media: MediaFieldState) {
  const [isOver, setIsOver] = useState(false)
  const takesFiles = (event: React.DragEvent) => media.hasSource && event.dataTransfer.types.includes("Files")
  return {
    isOver,
    onDragOver(event: React.DragEvent) {
      if (!takesFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = "copy"
      setIsOver(true)
    },
    onDragLeave(event: React.DragEvent<HTMLElement>) {
      const { relatedTarget } = event
      if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop(event: React.DragEvent) {
      setIsOver(false)
      const [file] = event.dataTransfer.files
      if (!file || !media.hasSource) return
      event.preventDefault()
      // The page itself takes files, too.
      event.stopPropagation()
      void media.send(file)
    },
  }
}

function Ways({ media, label }: { media: MediaFieldState; label: string }) {
  const subject = <span className="sr-only"> : {label}</span>
  return (
    <div className="noscript:hidden">
      <div className="mt-2 flex flex-wrap gap-2">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => void media.choose()}
          className="office-button text-left"
        >
          <Icon name="images" />
          <span>
            Choisir dans la médiathèque
            {subject}
          </span>
        </button>
        {media.canCopy && (
          <button
            type="button"
            aria-disabled={media.isCopying}
            onClick={() => {
              if (!media.isCopying) void media.copy()
            }}
            className="office-button text-left"
          >
            <Icon name="download" />
            <span>
              Copier dans la médiathèque
              {subject}
            </span>
          </button>
        )}
      </div>
      <p role="status" className="text-sm text-paper-ink not-empty:mt-1">
        {media.notice}
      </p>
    </div>
  )
}
