import type { MediaKind } from "#app/kit/lib/media.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { KINDS } from "../media.copy.ts"

type Props = { kind: MediaKind; /** Of a picture that can be shown. */ address: string | null }

/** How a medium looks in a list; its name stands beside it. */
export function MediumThumbnail({ kind, address }: Props) {
  return (
    <span className="media-thumbnail">
      {address === null ? (
        <Icon name={KINDS[kind].icon} className="size-10 text-paper-ink" />
      ) : (
        <>
          <img
            src={address}
            alt=""
            width={320}
            height={320}
            loading="lazy"
            decoding="async"
            // A script of the page's head hides it when it fails to load.
            suppressHydrationWarning
          />
          <Icon name={KINDS[kind].icon} className="hidden size-10 text-paper-ink [img[hidden]+&]:block" />
        </>
      )}
    </span>
  )
}
