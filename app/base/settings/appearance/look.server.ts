import barlowStyles from "#app/kit/styles/faces/barlow-condensed.css?url"
import bebasStyles from "#app/kit/styles/faces/bebas-neue.css?url"
import staatlichesStyles from "#app/kit/styles/faces/staatliches.css?url"
import yanoneStyles from "#app/kit/styles/faces/yanone-kaffeesatz.css?url"
import antonUrl from "#app/kit/styles/fonts/anton.woff2?url"
import barlowUrl from "#app/kit/styles/fonts/barlow-condensed.woff2?url"
import bebasUrl from "#app/kit/styles/fonts/bebas-neue.woff2?url"
import staatlichesUrl from "#app/kit/styles/fonts/staatliches.woff2?url"
import yanoneUrl from "#app/kit/styles/fonts/yanone-kaffeesatz.woff2?url"
import { siteSettings } from "../site-settings.server.ts"
import { brandPictures } from "./brand.server.ts"
import { DEFAULT_FACE, type FaceName } from "./faces.ts"
import { isDefault, themeCss } from "./theme-css.ts"

/** What every page's head and header need to look as hosts chose; null for the fight poster, which needs nothing. */
export type ShownLook = ReturnType<typeof shownLook>

export function shownLook() {
  const { palette, face, logo } = siteSettings().appearance
  const { icons, share } = brandPictures()
  const isPoster = isDefault(palette) && face === DEFAULT_FACE && logo === ""
  if (isPoster && !icons && share === DEFAULT_SHARE) return null
  return { css: themeCss({ palette, face }), ground: palette.ink, face: FACE_FILES[face], logo, icons, share }
}

const DEFAULT_SHARE = "/share.png"

/** Of each face the file that French pages need, and its styles; Anton's are the site's own. */
const FACE_FILES: Record<FaceName, { font: string; styles?: string }> = {
  anton: { font: antonUrl },
  "bebas-neue": { font: bebasUrl, styles: bebasStyles },
  "barlow-condensed": { font: barlowUrl, styles: barlowStyles },
  staatliches: { font: staatlichesUrl, styles: staatlichesStyles },
  "yanone-kaffeesatz": { font: yanoneUrl, styles: yanoneStyles },
}
