import { useRef, useState } from "react"
import { Icon } from "#app/ui/icon.tsx"
import { InterruptedRow } from "./interrupted-row.tsx"
import { SentRow } from "./sent-row.tsx"
import { clear, isOver, type Sent, upload } from "./upload-queue.ts"
import { useInterrupted } from "./use-interrupted.ts"
import { useLeaveWarning, useSent } from "./use-sent.ts"

const LIST = "envois"

/** What is being sent into the library, at the foot of every page of the back office. */
export function UploadDock() {
  const sent = useSent()
  const { interrupted, goesOnWith, giveUp } = useInterrupted(true)
  const [isOpen, setIsOpen] = useState(true)
  const dock = useRef<HTMLElement>(null)
  useLeaveWarning()

  const open = sent.filter((one) => !isOver(one)).length
  const waiting = interrupted.filter(
    ({ key }) => !sent.some((one) => !isOver(one) && key.endsWith(`:${one.file.name}`)),
  )
  if (sent.length === 0 && waiting.length === 0) return <Announcement sent={sent} />

  return (
    <>
      <Announcement sent={sent} />
      <section ref={dock} tabIndex={-1} aria-labelledby="envois-titre" className="upload-dock print:hidden">
        <div className="flex items-center gap-2 pl-4">
          <h2 id="envois-titre" className="flex-1 py-2 font-bold">
            {titleOf(sent, open)}
          </h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={LIST}
            onClick={() => setIsOpen(!isOpen)}
            className="office-button office-button-quiet px-0"
          >
            <Icon name={isOpen ? "chevron-down" : "chevron-up"} />
            <span className="sr-only">Liste des envois</span>
          </button>
          {open === 0 && waiting.length === 0 && (
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
    </>
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
  const failed = sent.filter(({ phase }) => phase === "failed").length
  if (open > 0) return open > 1 ? `${open} envois en cours` : "Un envoi en cours"
  if (failed > 0) return failed > 1 ? `${failed} envois ont échoué` : "Un envoi a échoué"
  return sent.length > 0 ? "Envois terminés" : "Envois interrompus"
}

/** Read out when a file is there or failed; not how far each one is. */
function Announcement({ sent }: { sent: readonly Sent[] }) {
  const over = sent.filter(isOver)
  const failed = over.filter(({ phase }) => phase === "failed")
  const words = [
    over.length > failed.length && `Fichiers envoyés : ${over.length - failed.length} sur ${sent.length}.`,
    ...failed.slice(-3).map(({ file, failure }) => `${file.name} : ${failure}`),
  ]
  return (
    <p role="status" className="sr-only">
      {words.filter(Boolean).join(" ")}
    </p>
  )
}
