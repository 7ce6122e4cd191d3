/** What a form carries while it holds changes that are not saved. */
export const CHANGED = "data-changed"

/** What a form carries whose sending takes one away from the page, though the router does not know it before. */
export const LEAVES = "data-leaves"

export function findUnsaved() {
  return [...document.querySelectorAll<HTMLFormElement>(`form[${CHANGED}]`)]
}
