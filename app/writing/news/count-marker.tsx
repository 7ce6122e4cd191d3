/** On a picture behind which there are others: how many media there are in all. */
export function CountMarker({ further }: { further: number }) {
  if (further === 0) return null
  return (
    <span className="poster absolute top-2 right-2 flex items-center gap-1.5 bg-ink px-2 py-0.5 text-lg text-paper">
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M5 11h9V2H5zM11 14H2V5" />
      </svg>
      {further + 1}
      <span className="sr-only"> médias, </span>
    </span>
  )
}
