import { useId, useRef, useState } from "react"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { useField } from "#app/kit/form/use-field.ts"

type Props = {
  /** Percentages from the left and from the top. */
  x: BoundField
  y: BoundField
  address: string
  alt: string
}

type Point = { x: number; y: number }

/** What a cut picture keeps in sight: clicked, dragged, moved by arrows, or typed. */
export function FocalPointField({ x, y, address, alt }: Props) {
  const [point, setPoint] = useState({ x: toPercent(x.defaultValue), y: toPercent(y.defaultValue) })
  const group = useRef<HTMLFieldSetElement>(null)
  const legend = useId()
  const move = (next: Point) => {
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

/** The middle for what is no number. */
function toPercent(text = "") {
  const value = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."))
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 50
}

type MarkedPictureProps = {
  address: string
  alt: string
  /** In percent, from the left and from the top. */
  point: Point
  onMove: (point: Point) => void
}

/** By arrows; with Shift ten times as far. */
const STEP = 1
const KEYS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** A picture with a mark that one moves. */
function MarkedPicture({ address, alt, point, onMove }: MarkedPictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const moveTo = ({ clientX, clientY }: React.PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return
    onMove({
      x: bounded(((clientX - box.left) / box.width) * 100),
      y: bounded(((clientY - box.top) / box.height) * 100),
    })
  }
  return (
    <div
      ref={frame}
      className="media-marked"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // The picture itself is not dragged.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        frame.current?.querySelector("button")?.focus({ preventScroll: true })
        moveTo(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event)
      }}
    >
      {/* A script of the page's head hides it when it fails to load. */}
      <img
        src={address}
        alt={alt}
        suppressHydrationWarning
        className="block max-h-[28rem] max-w-full [&[hidden]]:hidden"
      />
      <p className="hidden p-4 text-blood-dark [img[hidden]+&]:block">
        L’image ne se charge pas : son fichier manque peut-être.
      </p>
      <button
        type="button"
        aria-label={`Repère : ${Math.round(point.x)} % depuis la gauche, ${Math.round(point.y)} % depuis le haut`}
        style={{ left: `${point.x}%`, top: `${point.y}%` }}
        className="media-mark noscript:hidden [img[hidden]~&]:hidden"
        onKeyDown={(event) => {
          const step = KEYS[event.key]
          if (!step) return
          event.preventDefault()
          const far = event.shiftKey ? 10 : 1
          onMove({ x: bounded(point.x + step.x * far), y: bounded(point.y + step.y * far) })
        }}
      />
    </div>
  )
}

/** Hundredths are finer than any screen. */
function bounded(percent: number) {
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100
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
