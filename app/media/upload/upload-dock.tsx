import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { showToast } from "#app/kit/http/client-toast.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { MEDIA_PATH, mediumPage } from "../media.copy.ts"
import { SentRow } from "./sent-row.tsx"
import { formatTransfer } from "./transfer-words.ts"
import {
  clear,
  clearDone,
  isOver,
  isUnderWay,
  listNone,
  listSent,
  type Sent,
  subscribe,
  upload,
} from "./upload-queue.ts"
import { type Interrupted, useInterrupted } from "./use-interrupted.ts"

const LIST = "envois"
const TITLE = "envois-titre"

/**
 * What is being sent into the library: a line of the back office's bar, which opens as a list. It has a place of its own there, so
 * that it lies over nothing; what has arrived is told by a toast.
 */
export function UploadDock() {
  const sent = useSent()
  const known = useInterrupted(true)
  useLeaveWarning()
  useArrivals(sent)

  const open = sent.filter((one) => !isOver(one))
  const waiting = known.interrupted.filter(
    ({ key }) => !open.some(({ file }) => key.endsWith(`:${file.name}`)),
  )
  const isShown = open.length > 0 || waiting.length > 0 || sent.some(hasFailed)
  return (
    <>
      <Failures sent={sent} />
      {isShown && <Line sent={sent} open={open} waiting={waiting} {...known} />}
    </>
  )
}

/** What this page has sent, is sending and is going to send. */
function useSent() {
  return useSyncExternalStore(subscribe, listSent, listNone)
}

/** Asks before the page is left while it sends. */
function useLeaveWarning() {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (listSent().some(isUnderWay)) event.preventDefault()
    }
    addEventListener("beforeunload", onUnload)
    return () => removeEventListener("beforeunload", onUnload)
  }, [])
}

/** Once nothing is on its way any more, what has arrived is told and leaves the list. */
function useArrivals(sent: readonly Sent[]) {
  useEffect(() => {
    const arrived = sent.filter(({ phase }) => phase === "done")
    if (arrived.length === 0 || !sent.every(isOver)) return
    showToast({ kind: "success", ...wordsOf(arrived) })
    clearDone()
  }, [sent])
}

function wordsOf(arrived: readonly Sent[]) {
  const [first] = arrived
  if (arrived.length > 1 || !first?.medium)
    return {
      title: `${arrived.length} fichiers dans la médiathèque`,
      link: { to: MEDIA_PATH, label: "Ouvrir la médiathèque" },
    }
  return {
    title: first.isDuplicate ? "Déjà dans la médiathèque" : "Dans la médiathèque",
    description: first.medium.title,
    link: { to: mediumPage(first.medium.id), label: "Voir le média" },
  }
}

const hasFailed = ({ phase }: Sent) => phase === "failed"

/** Read out when a file failed; what arrived is read out by its toast. */
function Failures({ sent }: { sent: readonly Sent[] }) {
  const failed = sent.filter(hasFailed)
  return (
    <div role="status" className="sr-only">
      {failed
        .slice(-3)
        .map(({ file, failure }) => `${file.name}\u00a0: ${failure}`)
        .join(" ")}
    </div>
  )
}

type LineProps = Omit<ReturnType<typeof useInterrupted>, "interrupted"> & {
  sent: readonly Sent[]
  open: readonly Sent[]
  waiting: readonly Interrupted[]
}

function Line({ sent, open, waiting, goesOnWith, giveUp }: LineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const dock = useRef<HTMLElement>(null)
  return (
    <section ref={dock} tabIndex={-1} aria-labelledby={TITLE} className="upload-dock">
      <div className="upload-line">
        <h2 id={TITLE} className={`truncate font-bold ${sent.some(hasFailed) ? "text-blood-dark" : ""}`}>
          {titleOf(sent, open.length)}
        </h2>
        {open.length > 0 && <Progress sent={open} />}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={LIST}
          onClick={() => setIsOpen(!isOpen)}
          className="office-button office-button-quiet ml-auto px-0"
        >
          <Icon name={isOpen ? "chevron-up" : "chevron-down"} />
          <span className="sr-only">Liste des envois</span>
        </button>
        {open.length === 0 && waiting.length === 0 && (
          <button type="button" onClick={clear} className="office-button office-button-quiet px-0">
            <Icon name="x" />
            <span className="sr-only">Fermer la liste des envois</span>
          </button>
        )}
      </div>
      <ul id={LIST} hidden={!isOpen} className="upload-list">
        {waiting.map((entry) => (
          <InterruptedRow
            key={entry.key}
            entry={entry}
            onFile={(file) => {
              const isSame = goesOnWith(entry, file)
              if (isSame) void upload([file])
              return isSame
            }}
            onGiveUp={() => {
              dock.current?.focus()
              giveUp(entry)
            }}
          />
        ))}
        {sent
          .toSorted((one, other) => ORDER[one.phase] - ORDER[other.phase])
          .map((one) => (
            <SentRow key={one.id} sent={one} onGone={() => dock.current?.focus()} />
          ))}
      </ul>
    </section>
  )
}

/** What needs somebody comes first. */
const ORDER: Record<Sent["phase"], number> = {
  failed: 0,
  sending: 1,
  waiting: 1,
  processing: 2,
  queued: 3,
  done: 4,
}

function titleOf(sent: readonly Sent[], open: number) {
  const failed = sent.filter(hasFailed).length
  if (open > 0) return open > 1 ? `${open} envois en cours` : "Un envoi en cours"
  if (failed > 0) return failed > 1 ? `${failed} envois ont échoué` : "Un envoi a échoué"
  return "Envoi interrompu"
}

/** How far all of them are together. */
function Progress({ sent }: { sent: readonly Sent[] }) {
  const total = sent.reduce((sum, { file }) => sum + file.size, 0)
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0)
  const isPrepared = sent.every(({ phase }) => phase === "processing")
  return (
    <>
      <progress
        aria-labelledby={TITLE}
        max={total || 1}
        // Without a value it runs to and fro: nobody knows how long that takes.
        value={isPrepared ? undefined : bytes}
        className="upload-progress min-w-0 flex-1 md:max-w-80"
      />
      <span className="text-sm whitespace-nowrap text-paper-ink tabular-nums">
        {isPrepared ? "préparation…" : `${Math.floor((100 * bytes) / (total || 1))}\u00a0%`}
      </span>
    </>
  )
}

type Props = {
  entry: Interrupted
  /** @returns false when it is another file */
  onFile: (file: File) => boolean
  onGiveUp: () => void
}

/** An upload whose page was left: a browser needs the file once more. */
function InterruptedRow({ entry: { name, bytes, received }, onFile, onGiveUp }: Props) {
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
