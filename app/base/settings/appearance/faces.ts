/** The faces of headlines that come with the site (scripts/make-fonts.sh), each as wide and as high as the first (app/kit/styles/faces/). */
export const FACES = {
  anton: { family: "Anton", label: "Anton : l’affiche de combat" },
  "bebas-neue": { family: "Bebas Neue", label: "Bebas Neue : le néon, tout en capitales" },
  "barlow-condensed": {
    family: "Barlow Condensed",
    label: "Barlow Condensed : la signalisation, nette et large",
  },
  staatliches: { family: "Staatliches", label: "Staatliches : le pochoir géométrique" },
  "yanone-kaffeesatz": {
    family: "Yanone Kaffeesatz",
    label: "Yanone Kaffeesatz : l’ardoise, ronde et douce",
  },
} as const

export type FaceName = keyof typeof FACES
export const DEFAULT_FACE: FaceName = "anton"

export function isFace(name: unknown): name is FaceName {
  return typeof name === "string" && Object.hasOwn(FACES, name)
}

/** What stands in until the face is there, or where it never comes: app/kit/styles/fonts.css. */
const FALLBACKS =
  '"Anton Fallback Impact","Anton Fallback Narrow","Anton Fallback Arial","Anton Fallback Roboto",sans-serif'

export function fontFamily(face: FaceName) {
  return `"${FACES[face].family}",${FALLBACKS}`
}
