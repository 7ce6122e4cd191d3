import { hash } from "node:crypto"
import { DEFINITIONS } from "../definitions.server.ts"
import { siteSettings } from "../site-settings.server.ts"
import { brandAddress, type BrandFile } from "./pictures/brand-files.ts"
import { isDefault } from "./theme-css.ts"

/** What the site's own pictures are made from, and the name of that state. */
export type BrandSource = ReturnType<typeof brandSource>

/** Changes with every setting that shows in one of the pictures: an address with it may be kept for long. */
export function brandSource() {
  const { podcast, appearance } = siteSettings()
  const { palette, face, favicon, sharePicture } = appearance
  const source = { name: podcast.name, tagline: podcast.tagline, palette, face, favicon, sharePicture }
  return { ...source, version: hash("sha256", JSON.stringify(source), "base64url").slice(0, 12) }
}

/** The address of the site's icon or of its picture for networks: those of the fight poster come with the site. */
export function brandPictures() {
  const source = brandSource()
  const { version, sharePicture } = source
  const icon = (name: BrandFile) => brandAddress(version, name)
  return {
    icons: hasOwnIcon(source)
      ? {
          svg: source.favicon === "" ? icon("icon.svg") : undefined,
          small: icon("icon-32.png"),
          touch: icon("apple-touch-icon.png"),
          medium: icon("icon-192.png"),
          large: icon("icon-512.png"),
          maskable: icon("maskable-512.png"),
        }
      : undefined,
    share: hasOwnShare(source)
      ? brandAddress(version, sharePicture === "" ? "share.png" : "share.jpg")
      : "/share.png",
  }
}

/** Whether it is another icon than CKO's. */
export function hasOwnIcon({ name, palette, favicon }: BrandSource) {
  return favicon !== "" || name !== DEFINITIONS.podcast.name.default || !isDefault(palette)
}

export function hasOwnShare(source: BrandSource) {
  const { name, tagline } = DEFINITIONS.podcast
  const isAsBefore =
    source.name === name.default && source.tagline === tagline.default && isDefault(source.palette)
  return source.sharePicture !== "" || !isAsBefore
}
