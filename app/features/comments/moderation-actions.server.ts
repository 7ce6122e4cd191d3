import { data } from "react-router"
import {
  answerFailure,
  answerInvalid,
  answerToastFailure,
  answerWithToast,
  orElse,
} from "#app/http/responses.server.ts"
import type { SentForm } from "#app/http/forms.server.ts"
import { redirectWithToast } from "#app/http/toast.server.ts"
import { addBlock, removeBlock } from "./blocks.server.ts"
import { CANNOT_DELETE } from "./comments.copy.ts"
import { blockSchema, oneSchema, selectionSchema } from "./moderation.schema.ts"
import {
  blockAuthor,
  deleteComments,
  deleteCommentsOfAuthor,
  setCommentsStatus,
} from "./moderation.server.ts"

const CANNOT_CHANGE = "Impossible de modifier le commentaire"
const CANNOT_BLOCK = "Impossible de bloquer cet auteur"

/** Does what a form of the moderators' page asks for. @param back where a saved form goes */
export function moderate(form: SentForm, back: string) {
  switch (form.intent) {
    case "delete":
      return onSelection(
        form,
        deleteComments,
        ["Commentaire supprimé", "commentaires supprimés"],
        CANNOT_DELETE,
      )
    case "hide":
      return onSelection(
        form,
        (ids) => setCommentsStatus(ids, "hidden"),
        ["Commentaire masqué", "commentaires masqués"],
        CANNOT_CHANGE,
      )
    case "show":
      return onSelection(
        form,
        (ids) => setCommentsStatus(ids, "visible"),
        ["Commentaire affiché", "commentaires affichés"],
        CANNOT_CHANGE,
      )
    case "delete-author":
      return onOne(
        form,
        async (id) =>
          counted(await deleteCommentsOfAuthor(id), ["Commentaire supprimé", "commentaires supprimés"]),
        CANNOT_DELETE,
      )
    case "block-author":
      return onOne(form, async (id) => (await blockAuthor(id)) && "Auteur bloqué", CANNOT_BLOCK)
    case "unblock":
      return onOne(
        form,
        async (id) => (await removeBlock(id)) && "Blocage levé",
        "Impossible de lever le blocage",
      )
    case "block":
      return block(form, back)
    default:
      throw data({ title: "Action inconnue" }, { status: 400 })
  }
}

type Words = readonly [one: string, many: string]

/** « Commentaire supprimé », « 3 commentaires supprimés »; nothing for none. */
function counted(count: number, [one, many]: Words) {
  if (count === 0) return undefined
  return count === 1 ? one : `${count.toLocaleString("fr-FR")} ${many}`
}

function onSelection(form: SentForm, work: (ids: number[]) => Promise<number>, words: Words, failed: string) {
  const parsed = form.parse(selectionSchema)
  if (!parsed.ok) return answerToastFailure(failed, 400)
  return answerDone(async () => counted(await work(parsed.value.ids), words), failed)
}

function onOne(form: SentForm, work: (id: number) => Promise<string | false | undefined>, failed: string) {
  const parsed = form.parse(oneSchema)
  return parsed.ok ? answerDone(() => work(parsed.value.id), failed) : answerToastFailure(failed, 400)
}

function answerDone(work: () => Promise<string | false | undefined>, failed: string) {
  return orElse(
    async () => {
      const done = await work()
      return done ? answerWithToast(done) : answerToastFailure(failed, 404)
    },
    () => answerToastFailure(failed, 500),
  )
}

function block(form: SentForm, back: string) {
  const parsed = form.parse(blockSchema)
  if (!parsed.ok) return answerInvalid(parsed)
  const { value } = parsed.value
  return orElse(
    async () =>
      (await addBlock(value.includes("@") ? "email" : "word", value))
        ? redirectWithToast(back, {
            kind: "success",
            title: value.includes("@") ? "Adresse bloquée" : "Mot bloqué",
          })
        : answerFailure(form.values, "La liste des blocages est pleine : levez-en un d’abord.", 409),
    () => answerFailure(form.values, "Impossible d’enregistrer le blocage"),
  )
}
