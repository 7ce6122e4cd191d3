import { definitionsOf } from "./definitions.server.ts"
import { isOffered } from "./site-settings.server.ts"
import { groupAddress, type GroupName, GROUPS } from "./groups.ts"

/** The settings whose label, help or group holds all words of a search, whatever their accents, with their address. */
export function findSettings(search: string) {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return Object.entries(GROUPS).flatMap(([name, { title }]) =>
    Object.entries(definitionsOf(name as GroupName)).flatMap(([setting, definition]) => {
      const { label, help, field } = definition
      if (!isOffered(definition)) return []
      const parts = "fields" in field ? Object.values(field.fields).map((part) => part.label) : []
      const text = plain([label, help, title, ...parts].join(" "))
      if (!words.every((word) => text.includes(word))) return []
      return [{ to: `${groupAddress(name as GroupName)}#reglage-${setting}`, label, help, group: title }]
    }),
  )
}

function plain(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
