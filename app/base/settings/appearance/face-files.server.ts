import antonUrl from "#app/kit/styles/fonts/anton.woff2?url"
import barlowUrl from "#app/kit/styles/fonts/barlow-condensed.woff2?url"
import bebasUrl from "#app/kit/styles/fonts/bebas-neue.woff2?url"
import staatlichesUrl from "#app/kit/styles/fonts/staatliches.woff2?url"
import yanoneUrl from "#app/kit/styles/fonts/yanone-kaffeesatz.woff2?url"
import barlowStyles from "#app/kit/styles/faces/barlow-condensed.css?url"
import bebasStyles from "#app/kit/styles/faces/bebas-neue.css?url"
import staatlichesStyles from "#app/kit/styles/faces/staatliches.css?url"
import yanoneStyles from "#app/kit/styles/faces/yanone-kaffeesatz.css?url"
import type { FaceName } from "./faces.ts"

/** Of each face the file that French pages need, and its styles; Anton's are the site's own. */
export const FACE_FILES: Record<FaceName, { font: string; styles?: string }> = {
  anton: { font: antonUrl },
  "bebas-neue": { font: bebasUrl, styles: bebasStyles },
  "barlow-condensed": { font: barlowUrl, styles: barlowStyles },
  staatliches: { font: staatlichesUrl, styles: staatlichesStyles },
  "yanone-kaffeesatz": { font: yanoneUrl, styles: yanoneStyles },
}
