import { mediaAddress } from "./media.ts"

/** A picture of the media library as pages show it, in the sizes there are of it. */
export type Picture = {
  key: string
  /** Of the picture itself, in pixels. */
  width: number
  height: number
  /** Its smaller pictures: the widths there are, by format as in their names, `640.avif`. */
  widths: Partial<Record<PictureFormat, number[]>>
  alt: string
  /** Where what must stay in sight is, as CSS says it: `30% 50%`. Empty in the middle. */
  focus: string
  /** Of its four corners, from the upper left on clockwise, and its middle. None where one looks through it. */
  colours: string[]
}

/** From the one that browsers are offered first to what all of them know. */
export const PICTURE_FORMATS = ["avif", "webp", "jpg", "png"] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

const TYPES: Record<PictureFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
}

type Source = { type: string; srcSet: string }

/**
 * What a browser may choose from: `sources` for a `<picture>`, then what its `<img>` has.
 *
 * @param mostWidth no picture is offered that is larger than the smallest one of at least this width
 */
export function choiceOf(picture: Picture, mostWidth: number) {
  const formats = PICTURE_FORMATS.filter((format) => picture.widths[format])
  const offered = formats.map((format, index): Source => {
    const smaller = upTo(mostWidth, picture.widths[format] ?? []).map((width) => ({
      address: mediaAddress(picture.key, `${width}.${format}`),
      width,
    }))
    const widest = smaller.at(-1)?.width ?? 0
    // What moves is there in its full width only as itself.
    const isWanted = index === formats.length - 1 && widest < Math.min(mostWidth, picture.width)
    const all = isWanted ? [...smaller, { address: mainOf(picture), width: picture.width }] : smaller
    return {
      type: TYPES[format],
      srcSet: all.map(({ address, width }) => `${address} ${width}w`).join(", "),
    }
  })
  const last = offered.at(-1)
  return {
    sources: offered.slice(0, -1),
    srcSet: last?.srcSet,
    // Of what is offered the largest one; the picture itself where there is no smaller one.
    src: last?.srcSet.split(", ").at(-1)?.split(" ")[0] ?? mainOf(picture),
  }
}

const mainOf = ({ key }: Picture) => mediaAddress(key, "image")

function upTo(mostWidth: number, widths: number[]) {
  const sorted = widths.toSorted((one, other) => one - other)
  const enough = sorted.findIndex((width) => width >= mostWidth)
  return enough === -1 ? sorted : sorted.slice(0, enough + 1)
}

const CORNERS = ["--nw", "--ne", "--se", "--sw", "--mid"]

/** Of an `<img>`: what stays in sight, and the colours that are seen until the picture is there (`.picture-ground`). */
export function styleOf({ focus, colours }: Picture): Record<string, string> {
  const ground = colours.map((colour, index) => [CORNERS[index] ?? "", colour])
  return { ...(focus && { objectPosition: focus }), ...Object.fromEntries(ground) }
}
