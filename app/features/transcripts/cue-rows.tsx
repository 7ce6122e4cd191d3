import { type FormEvent, type KeyboardEvent, type RefObject, useRef } from "react"
import { parseClock, writeClock } from "#app/lib/chapters.ts"
import type { Cue } from "#app/lib/cues.ts"
import { Icon } from "#app/ui/icon.tsx"
import { writeEditable } from "./formats/write-transcript.ts"
import { useHeardRow } from "./use-heard-row.ts"

type Props = {
  cues: readonly Cue[]
  audio: RefObject<HTMLAudioElement | null> | null
  name: string
  speakers: string[]
}

/** A row for each sentence. There may be thousands: what is typed is kept beside React, and written into one field. */
export function CueRows({ cues, audio, name, speakers }: Props) {
  const edited = useRef(cues.map((cue) => ({ ...cue })))
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useHeardRow(list, audio, cues)

  const take = (event: FormEvent<HTMLOListElement>) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    const cue = edited.current[Number(target.dataset.row)]
    if (!cue) return
    if (target.dataset.field === "text") cue.text = target.value
    if (target.dataset.field === "speaker") cue.speaker = target.value.trim() || undefined
    if (target.dataset.field === "start") {
      const start = parseClock(target.value.trim())
      target.ariaInvalid = start === undefined ? "true" : null
      if (start !== undefined) cue.start = start
    }
    if (field.current)
      field.current.value = writeEditable(edited.current.filter(({ text }) => text.trim() !== ""))
  }
  const move = (event: KeyboardEvent<HTMLOListElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return
    if (key === " " && event.ctrlKey && audio?.current) {
      event.preventDefault()
      if (audio.current.paused) void audio.current.play().catch(() => {})
      else audio.current.pause()
    }
    if (key !== "Enter" || target.tagName === "BUTTON") return
    event.preventDefault()
    const next = Number(target.dataset.row) + (event.shiftKey ? -1 : 1)
    list.current?.querySelector<HTMLElement>(`[data-row="${next}"][data-field="text"]`)?.focus()
  }
  const listen = (start: number | null) => {
    if (audio?.current && start !== null) playFrom(audio.current, start / 1_000)
  }
  return (
    <div className="min-w-0">
      <p className="mb-2 text-sm text-paper-ink">
        Entrée{"\u00a0"}: la phrase suivante.{audio && " Ctrl et espace\u00a0: lire, mettre en pause."} Une
        phrase vidée est supprimée.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- What is typed in its fields rises to it. */}
      <ol ref={list} onInput={take} onKeyDown={move} className="cue-rows">
        {cues.map((cue, row) => (
          <li key={row} className={cue.start === null ? "cue-row cue-row-untimed" : "cue-row"}>
            {cue.start !== null && (
              <>
                <button
                  type="button"
                  aria-label={`Écouter à partir de ${writeClock(cue.start)}`}
                  aria-disabled={!audio}
                  onClick={() => listen(edited.current[row]?.start ?? null)}
                  className="office-button people-button"
                >
                  <Icon name="play" />
                </button>
                <input
                  aria-label={`Heure de la phrase ${row + 1}`}
                  data-row={row}
                  data-field="start"
                  defaultValue={writeClock(cue.start)}
                  className="control tabular-nums"
                />
              </>
            )}
            <input
              aria-label={`Qui dit la phrase ${row + 1}`}
              placeholder="Qui ?"
              data-row={row}
              data-field="speaker"
              defaultValue={cue.speaker}
              list="cue-speakers"
              autoComplete="off"
              className="control"
            />
            <textarea
              aria-label={`Phrase ${row + 1}`}
              data-row={row}
              data-field="text"
              defaultValue={cue.text}
              rows={1}
              className="control cue-text"
            />
          </li>
        ))}
      </ol>
      <datalist id="cue-speakers">
        {speakers.map((speaker) => (
          <option key={speaker}>{speaker}</option>
        ))}
      </datalist>
      <textarea ref={field} hidden readOnly name={name} defaultValue={writeEditable(cues)} />
    </div>
  )
}

function playFrom(audio: HTMLAudioElement, seconds: number) {
  audio.currentTime = seconds
  void audio.play().catch(() => {})
}
