import { z } from "zod"
import { mediaKey } from "#app/kit/lib/media.ts"
import { checkPalette, PALETTE_WORDS } from "../appearance/check-palette.ts"
import { readHex } from "../appearance/colours.ts"
import { DEFAULT_FACE, FACES } from "../appearance/faces.ts"
import { DEFAULT_PALETTE, type Palette, type PaletteField } from "../appearance/palette.ts"
import { choice, picture, setting } from "../setting.server.ts"

/** How the public pages look. */
export const appearance = {
  palette: setting<Palette>({
    label: "Couleurs",
    help: "Quatre couleurs\u202f; le site en tire toutes les autres. Ce qui ne se lirait pas bien ne peut pas être enregistré.",
    field: { kind: "palette" },
    schema: paletteSchema(),
    words: "thème style charte sombre clair palette",
    default: DEFAULT_PALETTE,
    isOnEveryPage: true,
  }),
  face: choice("Police des titres", faceLabels(), {
    help: "Toutes sont fournies avec le site\u00a0: rien n’est demandé à un autre serveur.",
    words: "typographie fonte caractères lettres",
    default: DEFAULT_FACE,
    isOnEveryPage: true,
  }),
  logo: libraryPicture("Logo", {
    help: "À la place du nom, en haut de chaque page. De préférence sur fond transparent.",
    default: "",
    isOnEveryPage: true,
  }),
  heroPicture: libraryPicture("Image d’accueil", {
    help: "À la place de l’affiche, en haut de la page d’accueil\u202f; vide, c’est l’affiche. Son centre d’intérêt se règle dans la médiathèque.",
    default: "",
  }),
  favicon: libraryPicture("Icône du site", {
    help: "Carrée, de 512 pixels ou plus\u00a0: le site en fait toutes les tailles. Vide, il la compose avec l’initiale du podcast.",
    words: "favicon onglet",
    default: "",
    isOnEveryPage: true,
  }),
  sharePicture: libraryPicture("Image de partage", {
    help: "Ce que montrent les réseaux sociaux, en 1 200 × 630 pixels. Vide, le site la compose avec le nom et le slogan.",
    default: "",
    isOnEveryPage: true,
  }),
}

function paletteSchema() {
  const colour = (field: PaletteField) =>
    z.string().transform((typed, context) => {
      const hex = readHex(typed)
      if (hex !== undefined) return hex
      context.addIssue({
        code: "custom",
        message: `« ${PALETTE_WORDS[field].label} » doit être une couleur comme ${DEFAULT_PALETTE[field]}`,
      })
      return z.NEVER
    })
  return z
    .object({ ink: colour("ink"), paper: colour("paper"), blood: colour("blood"), gold: colour("gold") })
    .superRefine((palette, context) => {
      for (const { field, message } of checkPalette(palette))
        context.addIssue({ code: "custom", path: [field], message })
    })
}

function faceLabels() {
  const labels = Object.entries(FACES).map(([name, { label }]) => [name, label])
  return Object.fromEntries(labels) as Record<keyof typeof FACES, string>
}

/** Of the library alone: the site makes others from it, and asks no other host. */
function libraryPicture(label: string, about: Parameters<typeof picture>[1]) {
  const any = picture(label, about)
  const schema = any.schema.refine(
    (address) => address === "" || mediaKey(address) !== undefined,
    `« ${label} » doit être une image de la médiathèque\u00a0: choisissez-la ou copiez-la dans la médiathèque`,
  )
  return setting({ ...any, schema })
}
