import { oneLine } from "#app/kit/lib/typed-text.ts"

/** A person as the episode's form names them; `slug` tells those apart who have the same name. */
export type NamedPerson = { name: string; slug: string | null }

const LINE = /^(.*)\[([a-z0-9-]{1,200})\]$/

/** One person a line: « Awa Diallo », or « Awa Diallo [awa-diallo] » of somebody who is known. */
export function readPeople(text: string): NamedPerson[] {
  return text.split("\n").flatMap((line) => {
    const [, name = line, slug = null] = LINE.exec(line.trim()) ?? []
    const clean = oneLine(name)
    return clean === "" && slug === null ? [] : [{ name: clean, slug }]
  })
}

export function writePeople(people: readonly NamedPerson[]) {
  return people.map(({ name, slug }) => (slug ? `${name} [${slug}]` : name)).join("\n")
}

export function isSamePerson(one: NamedPerson, other: NamedPerson) {
  return one.slug === null ? nameKey(one.name) === nameKey(other.name) : one.slug === other.slug
}

/** « A, B et C ». */
export function joinNames(names: readonly string[]) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} et ${names.at(-1)}`
}

const BETWEEN = /(,|\s(?:et|and|&|\+|x|×)\s)/i

/** The names that an episode's guest is made of. */
export function partsOf(guest: string) {
  const names = guest.split(BETWEEN).filter((_, index) => index % 2 === 0)
  return names.map(oneLine).filter((name) => name !== "")
}

/** Those who may be meant by an episode's guest; one name may itself hold « et », so the whole comes first. */
export function splitNames(guest: string) {
  return [...new Set([oneLine(guest), ...partsOf(guest)])].filter((name) => name !== "")
}

/** True where an episode's guest names the person. */
export function isNamed(guest: string, name: string) {
  return splitNames(guest).some((one) => nameKey(one) === nameKey(name))
}

/** An episode's guest with another name in place of one; a person named twice is named once. */
export function renameIn(guest: string, from: string, to: string) {
  if (nameKey(guest) === nameKey(from)) return to
  const key = nameKey(from)
  const pieces = guest.split(BETWEEN)
  const renamed = pieces.map((piece, index) =>
    index % 2 === 0 && nameKey(piece) === key ? piece.replace(piece.trim(), () => to) : piece,
  )
  const names = renamed.filter((_, index) => index % 2 === 0).map(oneLine)
  const unique = [...new Map(names.map((name) => [nameKey(name), name])).values()]
  return unique.length === names.length ? renamed.join("") : joinNames(unique)
}

/** The same for names that differ by case, accents and spaces only, as the database's `title_key`. */
export function nameKey(name: string) {
  return name
    .normalize("NFD")
    .replace(/[\p{M}\s]+/gu, "")
    .toLowerCase()
}
