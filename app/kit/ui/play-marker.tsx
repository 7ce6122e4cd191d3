/** A large play sign over the picture of a video. */
export function PlayMarker() {
  return (
    <span className="absolute inset-0 grid place-items-center">
      <span className="grid size-16 place-items-center rounded-full bg-blood text-paper shadow-pasted">
        <svg viewBox="0 0 24 24" className="ml-1 size-8" fill="currentColor" aria-hidden="true">
          <path d="M6 3v18l15-9z" />
        </svg>
        <span className="sr-only">Vidéo</span>
      </span>
    </span>
  )
}
