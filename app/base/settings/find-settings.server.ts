import { askedWords, searchable } from "#app/kit/lib/search-words.ts"
import { definitionsOf } from "./definitions.server.ts"
import { isOffered } from "./site-settings.server.ts"
import { groupAddress, type GroupName, GROUPS, pageOf } from "./groups.ts"

/**
 * The settings whose label, help, other words, group or page hold all words of a search, whatever their accents, with their
 * address; those first that are called so, then those whose other words say it.
 */
export function findSettings(search: string) {
  const words = askedWords(search)
  if (words.length === 0) return []
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  return Object.keys(GROUPS)
    .flatMap((group) => settingsOf(group as GroupName))
    .filter(({ text }) => holdsAll(text))
    .map((one) => ({ ...one, rank: Number(holdsAll(one.name)) + Number(holdsAll(one.names)) }))
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ to, label, help, group }) => ({ to, label, help, group }))
}

/** What can be done with each of them. */
const OF_EACH = "changer modifier mettre régler"

function settingsOf(group: GroupName) {
  const { title, text: about } = GROUPS[group]
  return Object.entries(definitionsOf(group)).flatMap(([setting, definition]) => {
    const { label, help, words, field } = definition
    if (!isOffered(definition)) return []
    const parts = "fields" in field ? Object.values(field.fields).map((part) => part.label) : []
    const text = searchable(
      [label, help, words, ...parts, title, about, pageOf(group)?.title, OF_EACH].join(" "),
    )
    const to = `${groupAddress(group)}#reglage-${setting}`
    const names = searchable(`${label} ${words ?? ""}`)
    return [{ to, label, help, group: title, text, name: searchable(label), names }]
  })
}
