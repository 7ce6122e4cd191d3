import { mediaAddress, mediaKey } from "#app/kit/lib/media.ts"
import type { Picture } from "#app/kit/lib/pictures.ts"

/** How wide a letter's text is on a large screen, in CSS pixels. */
export const TEXT_WIDTH = 536

/**
 * The file of the library's picture that suits a mail: one that every mail program knows (no AVIF, no WebP), sharp on fine
 * screens, and no heavier than that takes.
 */
export function mailPicture(picture: Picture, width: number) {
  const format = picture.widths.jpg ? "jpg" : picture.widths.png ? "png" : undefined
  const widths = (format && picture.widths[format]?.toSorted((one, other) => one - other)) ?? []
  const wide = widths.find((one) => one >= width * 2) ?? widths.at(-1)
  // What moves has no other size that all know; nor has what is smaller than the smallest.
  const name = format && wide !== undefined ? `${wide}.${format}` : "image"
  const shown = Math.min(width, picture.width)
  return {
    address: mediaAddress(picture.key, name),
    width: shown,
    height: Math.round((picture.height * shown) / picture.width),
  }
}

/** As it stands in a mail. @param size unknown of other hosts' pictures: these are as wide as the text where they are wider */
export type ShownPicture = { src: string; alt: string; size: { width: number; height: number } | undefined }

/** @param alt empty: the library's own */
export function shownPicture(
  src: string,
  alt: string,
  known: { publicUrl: string; pictures: ReadonlyMap<string, Picture> },
  width = TEXT_WIDTH,
): ShownPicture {
  const picture = known.pictures.get(mediaKey(src) ?? "")
  if (!picture) return { src: wholeAddress(src, known.publicUrl), alt, size: undefined }
  const { address, ...size } = mailPicture(picture, width)
  return { src: known.publicUrl + address, alt: alt || picture.alt, size }
}

/** An address that leads to the same place from anywhere. */
export function wholeAddress(address: string, publicUrl: string) {
  if (/^(?:https?:|mailto:)/i.test(address) || !URL.canParse(address, `${publicUrl}/`)) return address
  return new URL(address, `${publicUrl}/`).href
}
