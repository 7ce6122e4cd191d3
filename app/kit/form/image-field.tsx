import { useEffect, useRef, useState } from "react"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { isSitePath, isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { MediaField, type MediaFieldProps } from "./media-field.tsx"

type Props = MediaFieldProps & {
  /** Whoever it shows: their letter stands in for a missing picture. */
  fallback?: string | null
  isSquare?: boolean
  /** Nothing stands in for it: its hint says what happens without. */
  isOptional?: boolean
  /** What is known of the picture at an address, beside it. */
  about?: (address: string) => React.ReactNode
}

/** The address of a picture, and under it the picture. */
export function ImageField({
  fallback = null,
  isSquare = false,
  isOptional = false,
  about,
  ...props
}: Props) {
  return (
    <MediaField {...props} kinds={["image"]}>
      {(address) =>
        address === "" && isOptional ? null : (
          <Picture key={address} address={address} fallback={fallback} isSquare={isSquare}>
            {about?.(address)}
          </Picture>
        )
      }
    </MediaField>
  )
}

type PictureProps = { address: string; fallback: string | null; isSquare: boolean; children: React.ReactNode }

function Picture({ address, fallback, isSquare, children }: PictureProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const canLoad = isWebAddress(address) || isSitePath(address)

  // It may have failed before the page's scripts were there to hear of it.
  useEffect(() => {
    const image = frame.current?.querySelector("img")
    if (image?.complete && image.naturalWidth === 0) setHasFailed(true)
  }, [])

  return (
    <div className="mt-2 flex flex-wrap items-start gap-3">
      <div ref={frame} onErrorCapture={() => setHasFailed(true)} className="w-56 max-w-full flex-none">
        <PosterImage
          src={canLoad ? smallerPicture(address, 640) : null}
          fallback={fallback}
          variant={3}
          eager
          className={isSquare ? "aspect-square" : undefined}
        />
      </div>
      <div className="grid min-w-40 flex-1 content-start gap-2 text-sm text-paper-ink">
        <p aria-live="polite">
          {address === "" && "Sans adresse, le site affiche cette image de remplacement."}
          {address !== "" && !canLoad && "Ce n’est pas encore l’adresse d’une image."}
          {canLoad &&
            hasFailed &&
            "L’image ne se charge pas à cette adresse : le site affichera ce remplacement."}
        </p>
        {children}
      </div>
    </div>
  )
}
