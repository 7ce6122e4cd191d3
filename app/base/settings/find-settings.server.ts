import { definitionsOf } from "./definitions.server.ts"
import { isOffered } from "./site-settings.server.ts"
import { groupAddress, type GroupName, GROUPS, pageOf } from "./groups.ts"

/**
 * The settings whose label, help, other words, group or page hold all words of a search, whatever their accents, with their
 * address; those first that are called so.
 */
export function findSettings(search: string) {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  return Object.keys(GROUPS)
    .flatMap((group) => settingsOf(group as GroupName))
    .filter(({ text }) => holdsAll(text))
    .toSorted((one, other) => Number(holdsAll(other.name)) - Number(holdsAll(one.name)))
    .map(({ text: _text, name: _name, ...shown }) => shown)
}

function settingsOf(group: GroupName) {
  const { title, text: about } = GROUPS[group]
  return Object.entries(definitionsOf(group)).flatMap(([setting, definition]) => {
    const { label, help, words, field } = definition
    if (!isOffered(definition)) return []
    const parts = "fields" in field ? Object.values(field.fields).map((part) => part.label) : []
    const text = plain([label, help, words, ...parts, title, about, pageOf(group)?.title].join(" "))
    const to = `${groupAddress(group)}#reglage-${setting}`
    return [{ to, label, help, group: title, text, name: plain(label) }]
  })
}

function plain(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
