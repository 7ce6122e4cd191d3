/** What a form carries while it holds changes that are not saved. */
export const CHANGED = "data-changed"

/** What a form carries whose sending takes one away from the page, though the router does not know it before. */
export const LEAVES = "data-leaves"

/** Keeps what is typed in a form, though it is not saved. */
type Keeper = {
  /** All that stands in it now is kept. */
  isKept: () => boolean
  /** Tries to. @returns whether it is */
  keep: () => Promise<boolean>
}
const keepers = new WeakMap<HTMLFormElement, Keeper>()

/** @returns the function that stops it */
export function registerKeeper(form: HTMLFormElement, keeper: Keeper) {
  keepers.set(form, keeper)
  return () => void keepers.delete(form)
}

/** The forms whose changes would be lost with the page. */
export function findLost() {
  return findUnsaved().filter((form) => !keepers.get(form)?.isKept())
}

/** How long leaving waits for what is kept first. */
const PATIENCE_MS = 4_000

/** @returns whether all that stands in these forms is kept now */
export async function keepAll(forms: HTMLFormElement[]) {
  const kept = Promise.all(forms.map(async (form) => (await keepers.get(form)?.keep()) ?? false))
  const late = new Promise<false[]>((resolve) => setTimeout(() => resolve([false]), PATIENCE_MS))
  return (await Promise.race([kept, late])).every(Boolean)
}

export function findUnsaved() {
  return [...document.querySelectorAll<HTMLFormElement>(`form[${CHANGED}]`)]
}
