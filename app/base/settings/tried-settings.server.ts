import { readHex } from "./appearance/colours.ts"
import { type Palette, PALETTE_FIELDS } from "./appearance/palette.ts"
import { definitionsOf, type SiteSettings } from "./definitions.server.ts"
import { fromFields } from "./fields.ts"
import type { GroupName } from "./groups.ts"
import type { Setting } from "./setting.server.ts"
import { fixedValue, siteSettings } from "./site-settings.server.ts"

/**
 * The settings as somebody tries them, who has not saved them.
 *
 * @param values of the group's form, all or some of it; what is missing or no such thing is as it is
 */
export function triedSettings(group: GroupName, values: Record<string, string>): SiteSettings {
  const saved = siteSettings()
  const names = (values.fields ?? "").split(",")
  const isSent = (name: string) =>
    names.includes(name) || Object.keys(values).some((key) => key === name || key.startsWith(`${name}.`))
  const current: Record<string, unknown> = saved[group]
  const tried = Object.entries(definitionsOf(group)).map(([name, setting]) => {
    const stays = !isSent(name) || fixedValue(setting) !== undefined
    return [name, stays ? current[name] : triedValue(setting, name, values, current[name])]
  })
  return { ...saved, [group]: Object.fromEntries(tried) }
}

function triedValue(
  { field, schema }: Setting,
  name: string,
  values: Record<string, string>,
  saved: unknown,
) {
  if (field.kind === "palette") return triedPalette(name, values, saved as Palette)
  const parsed = schema.safeParse(fromFields(name, field, values))
  return parsed.success ? parsed.data : saved
}

/** Colours that cannot be read together are shown as well: one sees what is wrong with them. */
function triedPalette(name: string, values: Record<string, string>, saved: Palette): Palette {
  const palette = { ...saved }
  for (const part of PALETTE_FIELDS) palette[part] = readHex(values[`${name}.${part}`] ?? "") ?? palette[part]
  return palette
}
