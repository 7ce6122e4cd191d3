import { useRef } from "react"
import { TextField } from "#app/kit/form/field.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { SoundField } from "#app/kit/form/sound-field.tsx"
import { formatTime } from "../player/times.ts"

type Props = { sound: BoundField; duration: BoundField; note: string }

/** An episode's sound and how long it lasts, which a sound of the library says by itself. */
export function SoundFields({ sound, duration, note }: Props) {
  const fields = useRef<HTMLDivElement>(null)

  const fillDuration = (milliseconds: number | null) => {
    const input = fields.current?.querySelector<HTMLInputElement>(`[name="${duration.name}"]`)
    if (!input || milliseconds === null) return
    input.value = formatTime(Math.round(milliseconds / 1_000))
    // A script's change is silent: tell the form, as typing would.
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }

  return (
    <div ref={fields} className="grid gap-5">
      <SoundField
        label="Son de l’épisode"
        {...sound}
        hint={note}
        onTaken={({ durationMs }) => fillDuration(durationMs)}
      />
      <TextField
        label="Durée"
        {...duration}
        placeholder="1:02:03"
        hint="1:02:03, ou en minutes. Vide : celle du son, s’il est dans la médiathèque."
      />
    </div>
  )
}
