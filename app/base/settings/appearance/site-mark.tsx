import { smallerPicture } from "#app/kit/lib/media.ts"
import { useLook } from "./use-look.ts"

/** In letters: longer names stand on two lines, after which no corner hangs. */
export const LONGEST_ON_ONE_LINE = 16

type Props = {
  name: string
  /** In the back office's header, which is lower than the public one. */
  isSmall?: boolean
}

/** The podcast in the header: its logo, in a frame of its own so that nothing moves, or its name with the red corner. */
export function SiteMark({ name, isSmall = false }: Props) {
  const logo = useLook()?.logo
  if (!logo) {
    return (
      <>
        {name}
        {[...name].length <= LONGEST_ON_ONE_LINE && (
          <span
            className={`ml-1 self-end bg-blood ${isSmall ? "mb-2.5 size-2" : "mb-3 size-2.5"}`}
            aria-hidden="true"
          />
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
      className={`${isSmall ? "h-9 w-28" : "h-14 w-40"} max-w-[45vw] object-contain object-left`}
    />
  )
}
