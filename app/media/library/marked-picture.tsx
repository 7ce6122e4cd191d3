import { useRef } from "react"

type Point = { x: number; y: number }
type Props = {
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
export function MarkedPicture({ address, alt, point, onMove }: Props) {
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
