import { smallerPicture } from "#app/kit/lib/media.ts"
import { useLook } from "./use-look.ts"

/** In letters: longer names stand on two lines, after which no corner hangs. */
export const LONGEST_ON_ONE_LINE = 16

/** The podcast in the header: its logo, in a frame of its own so that nothing moves, or its name with the red corner. */
export function SiteMark({ name }: { name: string }) {
  const logo = useLook()?.logo
  if (!logo) {
    return (
      <>
        {name}
        {[...name].length <= LONGEST_ON_ONE_LINE && (
          <span className="ml-1 size-2.5 self-end bg-blood mb-3" aria-hidden="true" />
        )}
      </>
    )
  }
  return (
    <img
      src={smallerPicture(logo, 320)}
      srcSet={`${smallerPicture(logo, 320)} 1x, ${smallerPicture(logo, 640)} 2x`}
      alt={name}
      width={160}
      height={56}
      className="h-14 w-40 max-w-[45vw] object-contain object-left"
    />
  )
}
