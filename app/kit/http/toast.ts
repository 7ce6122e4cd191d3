/** A short notice of what was just done. */
export type Toast = {
  /** Tells two toasts with the same words apart. */
  id: string
  kind: "success" | "error"
  title?: string
  description?: string
  /** Where to see what was done. */
  link?: { to: string; label: string }
  /** A file that is sent as soon as the toast shows. */
  file?: string
  /** What « Annuler » sends, and to which page of the back office. */
  undo?: { to: string; fields: Record<string, string> }
}
