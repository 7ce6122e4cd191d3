import type { Question } from "#app/kit/http/questions.ts"
import type { ImportState, ImportedTarget, TextType } from "#app/kit/lib/imports.ts"

export const STATES_SAID: Record<ImportState, string> = {
  reading: "En lecture",
  read: "Attend vos choix",
  running: "En cours",
  paused: "En pause",
  done: "Terminé",
  failed: "Rien n’a été importé",
  undoing: "En train d’être défait",
  undone: "Défait",
}

export const TYPES_SAID: Record<TextType, string> = {
  episode: "Épisodes",
  post: "Articles",
  page: "Pages",
}

export const TARGETS_SAID: Record<ImportedTarget, string> = {
  episode: "Épisodes",
  post: "Articles",
  news: "Actualités",
  page: "Pages",
  comment: "Commentaires",
  redirect: "Redirections",
}

/** What is asked before an import is taken back. */
export const undoing = (id: number): Question => ({
  question: "Défaire cet import\u202f?",
  detail:
    "Tout ce qu’il a créé et que personne n’a changé depuis sera supprimé pour de bon, redirections comprises. Ce qui a été changé ici reste, comme les images et les sons copiés dans la médiathèque.",
  confirmLabel: "Défaire l’import",
  fields: { intent: "undo", id: String(id) },
})
