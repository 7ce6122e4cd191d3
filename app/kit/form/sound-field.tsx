import { useState } from "react"
import { isSitePath, isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { MediaField, type MediaFieldProps } from "./media-field.tsx"

/** The address of a sound, and under it a player. */
export function SoundField(props: MediaFieldProps) {
  return (
    <MediaField {...props} kinds={["audio"]}>
      {(address) => address !== "" && <Sound key={address} address={address} />}
    </MediaField>
  )
}

function Sound({ address }: { address: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  const canLoad = isWebAddress(address) || isSitePath(address)

  return (
    <div className="mt-2 grid gap-1">
      {canLoad && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- What is heard is not written down yet.
        <audio
          controls
          data-sound
          // It may have failed before the page's scripts were there to hear of it.
          ref={(audio) => {
            if (audio?.error) setHasFailed(true)
          }}
          src={address}
          // Another host hears of it when it is played.
          preload={isSitePath(address) ? "metadata" : "none"}
          aria-label="Écouter ce son"
          onError={() => setHasFailed(true)}
          onLoadedMetadata={() => setHasFailed(false)}
          className="h-11 w-full"
        />
      )}
      <p role="status" className="text-sm text-paper-ink">
        {!canLoad && "Ce n’est pas encore l’adresse d’un son."}
        {canLoad && hasFailed && "Le son ne se charge pas à cette adresse."}
      </p>
    </div>
  )
}
