/** A short notice of what was just done. */
export type Toast = {
  /** Tells two toasts with the same words apart. */
  id: string
  kind: "success" | "error"
  title?: string
  description?: string
  /** Where to see what was done. */
  link?: { to: string; label: string }
  /** What was deleted, by its number in the bin: « Annuler » brings it back. */
  undo?: number
}
