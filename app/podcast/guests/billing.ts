import { isNamed, joinNames, nameKey, partsOf } from "./names.ts"

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
