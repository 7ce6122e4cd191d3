import { MANAGER_FORMS } from "./bad-values.ts"

/** A good form of what is managed at an address, and all its fields. */
export function managerForm(path: string) {
  const form = MANAGER_FORMS[path]
  if (!form) throw new Error(`no form at ${path}`)
  return form
}
