import { DEFINITIONS } from "../definitions.server.ts"
import { readHex } from "./colours.ts"
import { isFace } from "./faces.ts"
import { type Appearance, appearance } from "./look.server.ts"
import { type Palette, PALETTE_FIELDS } from "./palette.ts"

/**
 * What somebody tries, by the names of the form's fields; what is missing or no such thing is as it is. Colours that cannot be
 * read are shown as well: one sees what is wrong with them.
 */
export function triedAppearance(fields: Record<string, string | undefined>): Appearance {
  const saved = appearance()
  const palette: Palette = { ...saved.palette }
  for (const field of PALETTE_FIELDS)
    palette[field] = readHex(fields[`palette.${field}`] ?? "") ?? palette[field]
  const picture = (name: "logo" | "heroPicture") => {
    const parsed = DEFINITIONS.appearance[name].schema.safeParse(fields[name])
    return parsed.success ? parsed.data : saved[name]
  }
  return {
    ...saved,
    palette,
    face: isFace(fields.face) ? fields.face : saved.face,
    logo: picture("logo"),
    heroPicture: picture("heroPicture"),
  }
}
