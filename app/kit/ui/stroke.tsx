type Props = {
  path: string
  /** With how large it is. */
  className: string
  /** What the path is drawn on: a square of that side. */
  side?: number
  width?: number
}

/** A sign of one line, in the colour of the text. */
export function Stroke({ path, className, side = 24, width = 3 }: Props) {
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
