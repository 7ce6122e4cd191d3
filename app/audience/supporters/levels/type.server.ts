import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { levels as table } from "#app/db/schema/supporters.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { SUPPORT } from "../support-address.ts"
import { levelSchema } from "./level-form.schema.ts"
import { createLevel, deleteLevel, findLevel, updateLevel } from "./levels.server.ts"

/** The back office of levels of support. */
export const levels = managedType({
  kind: "level",
  permission: "letters",
  label: "Paliers",
  icon: "heart",
  words: wordsOf(
    { path: "/admin/levels", title: "Paliers de soutien", one: "palier", many: "paliers" },
    { emptyText: "Aucun palier pour le moment\u00a0: nommez le premier, dites son prix et ce qu’il ouvre." },
  ),
  list: managedList({
    table,
    title: table.name,
    columns: { rank: table.rank, price: table.price },
    sorts: {
      rang: { label: "Rang", first: "asc", index: [table.rank] },
      nom: { label: "Nom", first: "asc", row: table.name },
    },
  }),
  row: ({ id, title, rank, price }) => ({
    details: [`Rang ${rank}`, price],
    address: SUPPORT,
    deletion: askDeletion({ id, name: title }),
  }),
  otherWords: "créer ajouter soutien soutenir don",
  form: levelSchema,
  store: { find: findLevel, create: createLevel, update: updateLevel, remove: deleteLevel },
  addressOf: () => SUPPORT,
  askDeletion,
  // Whoever says where one pays gets the money.
  isDangerous: ({ payUrl }) => payUrl !== null,
})

function askDeletion({ id, name }: { id: number; name: string }): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer ce palier ?",
    detail: `Qui avait « ${name} » garde ce que tous les soutiens ont, et ce qui lui était réservé s’ouvre à tous les soutiens.`,
    toBin: "Il",
    fields: { intent: "delete", id: String(id) },
  }
}
