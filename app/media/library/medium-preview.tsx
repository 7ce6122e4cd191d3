import { Badge } from "#app/kit/ui/badge.tsx"
import type { ShownMedium } from "./medium.server.ts"
import { MediumThumbnail } from "./medium-thumbnail.tsx"
import { Waveform } from "./waveform.tsx"

/** What a medium shows or plays, once it is ready. */
export function MediumPreview({ medium }: { medium: ShownMedium }) {
  const { kind, state, failure, address, title, waveform } = medium
  if (state === "failed") return <p className="office-alert break-words text-blood-dark">{failure}</p>
  if (state !== "ready")
    return (
      <p>
        <Badge variant="secondary">En préparation…</Badge>
      </p>
    )
  if (kind === "audio") {
    return (
      <div className="grid gap-2">
        {waveform && <Waveform peaks={waveform} />}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- What is heard is not written down. */}
        <audio
          controls
          preload="metadata"
          src={address}
          aria-label={`Écouter ${title}`}
          className="h-11 w-full"
        />
      </div>
    )
  }
  if (kind === "video") {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- Its subtitles, if any, are another medium.
      <video
        controls
        preload="metadata"
        src={address}
        aria-label={`Voir ${title}`}
        className="max-h-96 w-full bg-[#100d0c]"
      />
    )
  }
  return (
    <a href={address} className="flex w-40 flex-col gap-1 underline">
      <MediumThumbnail kind={kind} address={null} />
      Ouvrir le fichier
    </a>
  )
}
