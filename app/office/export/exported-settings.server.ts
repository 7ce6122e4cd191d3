import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import type { GroupName } from "#app/base/settings/groups.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"

/** Those that say how the podcast and its site are; others are about this machine, its mail server, its rules of keeping. */
export const EXPORTED_GROUPS = [
  ...["podcast", "feed", "presentation", "texts", "appearance"],
  ...["links", "support", "navigation", "rules", "legal", "embeds"],
] as const satisfies GroupName[]

/** What hosts set, by group. Without personal data none of their addresses, whatever the site shows; secrets never. */
export function exportedSettings(hasPersonalData: boolean) {
  const values: Record<string, Record<string, unknown>> = siteSettings()
  return Object.fromEntries(
    EXPORTED_GROUPS.map((group) => {
      const definitions = definitionsOf(group)
      const shown = Object.keys(definitions).filter((name) => {
        const kind = definitions[name]?.field.kind
        return kind !== "secret" && (hasPersonalData || kind !== "email")
      })
      return [group, Object.fromEntries(shown.map((name) => [name, values[group]?.[name]]))]
    }),
  )
}
