import { Stroke } from "#app/kit/ui/stroke.tsx"

/** On a picture behind which there are others: how many media there are in all. */
export function CountMarker({ further }: { further: number }) {
  if (further === 0) return null
  return (
    <span className="poster absolute top-2 right-2 flex items-center gap-1.5 bg-ink px-2 py-0.5 text-lg text-paper">
      <Stroke path="M5 11h9V2H5zM11 14H2V5" className="size-4" side={16} width={2} />
      {further + 1}
      <span className="sr-only"> médias, </span>
    </span>
  )
}
