import { AsyncLocalStorage } from "node:async_hooks"
import type { SiteSettings } from "../definitions.server.ts"
import { siteSettings } from "../site-settings.server.ts"
import { brandPictures } from "./brand.server.ts"
import { FACE_FILES } from "./face-files.server.ts"
import { DEFAULT_FACE } from "./faces.ts"
import { isDefault, themeCss } from "./theme-css.ts"

export type Appearance = SiteSettings["appearance"]

/** What every page's head and header need to look as hosts chose; null for the fight poster, which needs nothing. */
export type ShownLook = ReturnType<typeof shownLook>

const tried = new AsyncLocalStorage<Appearance>()

/** Renders something as it would look with other settings, which nobody else sees and nothing keeps. */
export function lookingLike<Result>(appearance: Appearance, render: () => Result) {
  return tried.run(appearance, render)
}

/** How the pages look: as hosts set it, or as one of them is trying. */
export function appearance(): Appearance {
  return tried.getStore() ?? siteSettings().appearance
}

export function shownLook() {
  const { palette, face, logo } = appearance()
  const { icons, share } = brandPictures()
  const isPoster = isDefault(palette) && face === DEFAULT_FACE && logo === ""
  if (isPoster && !icons && share === DEFAULT_SHARE) return null
  return { css: themeCss({ palette, face }), ground: palette.ink, face: FACE_FILES[face], logo, icons, share }
}

const DEFAULT_SHARE = "/share.png"
