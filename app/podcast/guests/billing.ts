import { isNamed, isSamePerson, joinNames, nameKey, type NamedPerson, partsOf, splitNames } from "./names.ts"

/** An episode's guest in words once its people have changed: those from the first change on come anew, in their order. */
export function billAfter(guest: string, people: readonly NamedPerson[], before: readonly NamedPerson[]) {
  const gone = before.filter((person) => !isAmong(person, people))
  const kept = gone.reduce((text, { name }) => billWithout(text, name), guest)
  if (people.length < before.length) return kept
  const first = people.findIndex((person, index) => {
    const other = before[index]
    return !other || !isSamePerson(person, other)
  })
  if (first === -1) return kept
  return people.slice(first).reduce((text, person) => {
    return billWith(isAmong(person, before) ? billWithout(text, person.name) : text, person.name)
  }, kept)
}

/** What is shown in the place of people's names; empty where it is these. */
export function ownBilling(guest: string, people: readonly NamedPerson[]) {
  return guest === joinNames(people.map(({ name }) => name)) ? "" : guest
}

/** Who is named in an episode's guest, and is none of its people: words. */
export function wordsBeside(guest: string, people: readonly NamedPerson[]) {
  const known = new Set(people.flatMap(({ name }) => splitNames(name)).map(nameKey))
  const named = new Map(partsOf(guest).map((name) => [nameKey(name), name]))
  return [...named].flatMap(([key, name]) => (known.has(key) ? [] : name))
}

const isAmong = (person: NamedPerson, people: readonly NamedPerson[]) =>
  people.some((other) => isSamePerson(person, other))

/** An episode's guest in words, with one more person. */
export function billWith(guest: string, name: string) {
  return isNamed(guest, name) ? guest : joinNames([...partsOf(guest), name])
}

/** An episode's guest in words, without a person. */
export function billWithout(guest: string, name: string) {
  if (!isNamed(guest, name)) return guest
  if (nameKey(guest) === nameKey(name)) return ""
  return joinNames(partsOf(guest).filter((part) => nameKey(part) !== nameKey(name)))
}
