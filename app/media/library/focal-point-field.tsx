import { useId, useRef, useState } from "react"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { useField } from "#app/kit/form/use-field.ts"
import { MarkedPicture } from "./marked-picture.tsx"

type Props = {
  /** Percentages from the left and from the top. */
  x: BoundField
  y: BoundField
  address: string
  alt: string
}

/** What a cut picture keeps in sight: clicked, dragged, moved by arrows, or typed. */
export function FocalPointField({ x, y, address, alt }: Props) {
  const [point, setPoint] = useState({ x: toPercent(x.defaultValue), y: toPercent(y.defaultValue) })
  const group = useRef<HTMLFieldSetElement>(null)
  const legend = useId()
  const move = (next: { x: number; y: number }) => {
    const [left, top] = group.current?.querySelectorAll<HTMLInputElement>("input") ?? []
    if (!left || !top) return
    fillInput(left, String(next.x))
    fillInput(top, String(next.y))
  }
  return (
    <fieldset ref={group} aria-labelledby={legend} className="grid gap-3">
      <MarkedPicture address={address} alt={alt} point={point} onMove={move} />
      <div className="grid grid-cols-[minmax(0,16fr)_minmax(0,9fr)] gap-3" aria-hidden="true">
        {["aspect-video", "aspect-square"].map((ratio) => (
          <img
            key={ratio}
            src={address}
            alt=""
            style={{ objectPosition: `${point.x}% ${point.y}%` }}
            className={`w-full border border-rule object-cover ${ratio}`}
          />
        ))}
      </div>
      <p id={legend} className="font-semibold">
        Point d’intérêt
      </p>
      <p className="-mt-2 text-sm text-paper-ink">
        Ce qui reste visible quand l’image est recadrée. Cliquez sur l’image, ou déplacez le repère avec les
        flèches.
      </p>
      <div className="form-pair">
        <Percentage
          label="Depuis la gauche (%)"
          field={x}
          onType={(value) => setPoint((at) => ({ ...at, x: value }))}
        />
        <Percentage
          label="Depuis le haut (%)"
          field={y}
          onType={(value) => setPoint((at) => ({ ...at, y: value }))}
        />
      </div>
    </fieldset>
  )
}

type PercentageProps = { label: string; field: BoundField; onType: (value: number) => void }

function Percentage({ label, field, onType }: PercentageProps) {
  const { frame, control } = useField({ ...field, label })
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        type="number"
        min={0}
        max={100}
        step="any"
        inputMode="decimal"
        onInput={(event) => onType(toPercent(event.currentTarget.value))}
        className="control"
      />
    </FieldFrame>
  )
}

/** The middle for what is no number. */
function toPercent(text = "") {
  const value = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."))
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 50
}
