import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { useDropTarget } from "#app/kit/form/page-drop.ts"
import { type MediaFieldState, useDrop, useMediaField } from "#app/kit/form/media-field.tsx"
import { useField } from "#app/kit/form/use-field.ts"
import { isSitePath, isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { listNone, listSent, subscribe } from "#app/media/upload/upload-queue.ts"
import { formatTime } from "../player/times.ts"
import { describeHost, describeSound, type Heard, nameIn } from "./heard.ts"
import { SoundPlayer } from "./sound-player.tsx"

type Props = {
  sound: BoundField
  /** The fields that follow from it, or stand on it. */
  durationField: string
  chaptersField: string
  /** What is known of the stored one. */
  heard: Heard | null
}

/** An episode's sound, first in its studio and above all of its parts: dropped, chosen or typed, then heard and seen. */
export function SoundCard({ sound, durationField, chaptersField, heard: stored }: Props) {
  const { frame, control } = useField({ label: "Son de l’épisode", ...sound })
  const input = useRef<HTMLInputElement>(null)
  const titleId = useId()
  const [file, setFile] = useState<File>()
  const media = useMediaField({
    input,
    kinds: ["audio"],
    defaultValue: sound.defaultValue,
    onTaken({ durationMs }, form) {
      fillDuration(form, durationField, durationMs)
      setIsReplacing(false)
    },
  })
  const send = (chosen: File) => {
    setFile(chosen)
    return media.send(chosen)
  }
  const [isReplacing, setIsReplacing] = useState(false)
  const [offered, setOffered] = useState<File>()
  const { address } = media
  const heard = useHeard(address, stored)
  const canPlay = isWebAddress(address) || isSitePath(address)
  /** What was dropped takes no sound's place unasked. */
  const offer = (dropped: File) => (canPlay ? Promise.resolve(setOffered(dropped)) : send(dropped))
  const { isOver, ...dropping } = useDrop({ ...media, send: offer })
  useDropTarget({ kind: "audio", says: "Le son de cet épisode", take: (dropped) => void offer(dropped) })

  return (
    <section
      {...dropping}
      aria-labelledby={titleId}
      className={`sound-card ${canPlay ? "sound-card-filled" : ""} ${isOver ? "drop-over" : ""}`}
    >
      <h2 id={titleId} className={canPlay ? "sr-only" : "font-semibold noscript:block"}>
        Le son
      </h2>
      {canPlay && (
        <SoundPlayer
          key={address}
          address={address}
          name={heard.name}
          facts={[describeSound(heard), describeHost(address)].filter(Boolean).join(" · ")}
          bars={heard.bars}
          durationSeconds={heard.durationSeconds}
          chaptersField={chaptersField}
        >
          {media.canCopy && (
            <button
              type="button"
              aria-disabled={media.isCopying}
              onClick={() => !media.isCopying && void media.copy()}
              className="sound-way"
            >
              Copier ici
            </button>
          )}
          <button
            type="button"
            aria-expanded={isReplacing}
            onClick={() => setIsReplacing(!isReplacing)}
            className="sound-way noscript:hidden"
          >
            Remplacer
          </button>
        </SoundPlayer>
      )}
      {offered && (
        <p role="alert" className="sound-question">
          Remplacer « {heard.name} » par « {offered.name} » ?
          <button
            type="button"
            className="sound-way"
            onClick={() => {
              void send(offered)
              setOffered(undefined)
            }}
          >
            Remplacer par celui-ci
          </button>
          <button type="button" className="sound-way" onClick={() => setOffered(undefined)}>
            Garder l’actuel
          </button>
        </p>
      )}
      {media.hasSource && (!canPlay || isReplacing) && (
        <Ways media={media} onFile={(one) => void send(one)} />
      )}
      <Progress file={file} notice={media.notice} />
      <details
        className={`sound-elsewhere ${canPlay && !isReplacing ? "noscript:block hidden" : ""}`}
        open={sound.error !== undefined || undefined}
      >
        <summary>Il est ailleurs</summary>
        <FieldFrame {...frame} hint="Un fichier sur un autre site : il y reste, et l’épisode y mène.">
          <input
            {...control}
            ref={input}
            type="url"
            inputMode="url"
            spellCheck={false}
            placeholder="https://…"
            onInput={(event) => media.onInput(event.currentTarget.value)}
            // Where a form finds it wrong, it is to be seen.
            onInvalid={({ currentTarget }) => {
              const details = currentTarget.closest("details")
              if (details) details.open = true
              setIsReplacing(true)
            }}
            className="control"
          />
        </FieldFrame>
      </details>
    </section>
  )
}

/** How long a sound of the library lasts it says by itself. @param field the name of the one that it is written in */
export function fillDuration(form: HTMLFormElement | null, field: string, milliseconds: number | null) {
  const input = form?.elements.namedItem(field)
  if (input instanceof HTMLInputElement && milliseconds !== null)
    fillInput(input, formatTime(Math.round(milliseconds / 1_000)))
}

/** A file from here, or one of the library. */
function Ways({ media, onFile }: { media: MediaFieldState; onFile: (file: File) => void }) {
  return (
    <div className="sound-ways">
      <label className="sound-drop">
        <Icon name="upload" />
        Déposez le son ici, ou choisissez-le
        <input
          type="file"
          accept="audio/*"
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ""
            if (file) onFile(file)
          }}
        />
      </label>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => void media.choose()}
        className="office-button"
      >
        <Icon name="images" />
        Dans la médiathèque
      </button>
    </div>
  )
}

/** How far a file is on its way; what else is said of it. */
function Progress({ file, notice }: { file: File | undefined; notice: string }) {
  const sent = useSyncExternalStore(subscribe, listSent, listNone).find((one) => one.file === file)
  const isSending = sent && sent.phase !== "done" && sent.phase !== "failed"
  const percent = sent ? Math.floor((100 * sent.bytes) / Math.max(1, sent.file.size)) : 0
  return (
    <>
      {isSending && (
        <p className="sound-progress">
          <progress
            max={100}
            value={sent.phase === "processing" ? undefined : percent}
            aria-label={`Envoi de ${sent.file.name}`}
          />
          {sent.phase === "processing" ? "Lecture du fichier…" : `${percent} %`}
        </p>
      )}
      <p role="status" className="text-sm text-paper-ink not-empty:mt-2">
        {sent?.phase === "failed" ? sent.failure : !isSending && notice}
      </p>
    </>
  )
}

const ASK_MS = 1_500

/** What is known of the sound at an address: of one that is still being read, asked again until it is. */
function useHeard(address: string, stored: Heard | null): Heard {
  const [asked, setAsked] = useState<{ address: string; heard: Heard }>()
  const [known] = useState({ address, heard: stored })
  const found = [asked, known].find((one) => one?.address === address)?.heard
  const isOver = found ? !found.isWaiting : !isSitePath(address)

  useEffect(() => {
    if (isOver || !address) return
    const stop = new AbortController()
    const ask = () =>
      fetchHeard(address, stop.signal).then(
        (heard) => setAsked({ address, heard }),
        // It is heard as well without.
        () => {},
      )
    const timer = setTimeout(ask, found ? ASK_MS : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [address, isOver, found])

  return found ?? { ...NOTHING, name: nameIn(address) }
}

const NOTHING: Heard = {
  name: "",
  bytes: null,
  durationSeconds: null,
  loudness: null,
  bars: null,
  chapters: [],
  isWaiting: false,
  isSilent: false,
}

async function fetchHeard(address: string, signal: AbortSignal): Promise<Heard> {
  const response = await fetch(`/admin/episodes/heard?${new URLSearchParams({ address })}`, {
    signal,
    redirect: "error",
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
