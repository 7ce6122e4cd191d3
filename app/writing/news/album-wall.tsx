import { usePlayer } from "#app/podcast/player/player-context.ts"
import { Lightbox } from "./lightbox.tsx"
import { MediaTile } from "./media-tile.tsx"
import { pictureOf } from "./news.schema.ts"
import type { ShownMedium } from "./shown-media.ts"
import { useLightbox } from "./use-lightbox.ts"

type Props = { title: string; media: ShownMedium[] }

/** All media of an item as a wall of pictures; each opens in the lightbox, or by itself without scripts. */
export function AlbumWall({ title, media }: Props) {
  const lightbox = useLightbox()
  const player = usePlayer()
  const openIndex = media.findIndex(({ key }) => key === lightbox.openKey)
  const prepare = (isVideo: boolean) => isVideo && player.pause()
  return (
    <>
      <ul className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 xl:grid-cols-4">
        {media.map((medium, index) => (
          <li key={medium.key}>
            <figure>
              <MediaTile
                address={medium.mediaUrl || undefined}
                src={pictureOf(medium)}
                picture={medium.picture}
                // A number would show from behind the sign that plays it.
                fallback={medium.mediaType === "video" ? null : index + 1}
                variant={index}
                isVideo={medium.mediaType === "video"}
                title={medium.caption || medium.picture?.alt || `${title}, ${index + 1}`}
                onOpen={() => {
                  prepare(medium.mediaType === "video")
                  lightbox.open(medium.key)
                }}
              />
              {medium.caption && (
                <figcaption className="mt-2 text-sm break-words" aria-hidden="true">
                  {medium.caption}
                </figcaption>
              )}
            </figure>
          </li>
        ))}
      </ul>
      {openIndex >= 0 && (
        <Lightbox
          items={media}
          index={openIndex}
          askedKey={lightbox.askedKey}
          total={media.length}
          onShow={({ key, mediaType }) => {
            prepare(mediaType === "video")
            lightbox.show(key)
          }}
          onClose={lightbox.close}
        />
      )}
    </>
  )
}
