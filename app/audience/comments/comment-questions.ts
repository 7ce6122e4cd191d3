import type { Asking } from "#app/kit/form/asking.ts"
import { pronounOf } from "#app/kit/http/questions.ts"
import { ofName } from "#app/kit/lib/french.ts"
import type { commentIntents } from "./comments.schema.ts"
import type { moderationIntents } from "./moderation.schema.ts"

type Fields = Asking<typeof moderationIntents>

type Comment = { id: number; authorName: string }

/** What is asked before comments are deleted; one is named by its author. */
export function deletionOf(comments: Comment[]) {
  const [first, ...more] = comments
  const isOne = first !== undefined && more.length === 0
  return {
    question: isOne
      ? `Êtes-vous sûr de vouloir supprimer le commentaire ${ofName(first.authorName)} ?`
      : `Supprimer ces ${comments.length} commentaires ?`,
    toBin: pronounOf({}, comments.length),
    fields: { intent: "delete", ids: idsOf(comments) } satisfies Fields,
  }
}

/** The same below an episode. */
export function deletionInPlace(comment: Comment) {
  const fields: Asking<typeof commentIntents> = { intent: "delete-comment", id: String(comment.id) }
  return { ...deletionOf([comment]), fields }
}

/** What is asked, without scripts, before several comments are hidden at once. */
export function hidingOf(comments: Comment[]) {
  return {
    question:
      comments.length === 1 ? "Masquer ce commentaire ?" : `Masquer ces ${comments.length} commentaires ?`,
    detail: "Plus personne ne verra ce qui est masqué, jusqu’à ce que vous l’affichiez à nouveau.",
    confirmLabel: "Masquer",
    fields: { intent: "hide", ids: idsOf(comments) } satisfies Fields,
  }
}

export function deletionOfAuthor({ id, authorName }: Comment) {
  return {
    question: `Supprimer tous les commentaires ${ofName(authorName)} ?`,
    detail:
      "Tous les commentaires écrits avec la même adresse e-mail seront supprimés, sur tous les épisodes.",
    toBin: "Ils" as const,
    fields: { intent: "delete-author", id: String(id) } satisfies Fields,
  }
}

export function banOfAuthor({ id, authorName }: Comment) {
  return {
    question: `Bloquer ${authorName} ?`,
    detail:
      "Son adresse e-mail ne pourra plus commenter. Ses commentaires restent ; le blocage peut être levé plus bas sur cette page.",
    confirmLabel: "Bloquer",
    fields: { intent: "ban-author", id: String(id) } satisfies Fields,
  }
}

function idsOf(comments: Comment[]) {
  return comments.map(({ id }) => id).join(",")
}
