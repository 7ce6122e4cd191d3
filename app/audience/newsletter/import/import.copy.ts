import type { ImportState } from "#app/kit/lib/newsletter.ts"

export const TITLE = "Importer des abonnés"
export const IMPORT_PATH = "/admin/newsletter/import"

export const IMPORT_STATES_SAID: Record<ImportState, string> = {
  reading: "En lecture",
  read: "Attend votre accord",
  running: "En cours",
  done: "Terminé",
  undone: "Annulé",
}

/** What is asked before an import is taken back. */
export function undoQuestion(id: number) {
  return {
    question: "Annuler cet import\u202f?",
    detail:
      "Les personnes qu’il a ajoutées seront retirées de la liste, sauf celles qui ont confirmé ou se sont désabonnées depuis. Les demandes de confirmation qui attendent ne partiront pas.",
    confirmLabel: "Annuler l’import",
    fields: { intent: "undo", id: String(id) },
  }
}
