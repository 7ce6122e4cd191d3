import { expect, test } from "vitest"
import { wordsOf } from "./managed-type.ts"

const noun = { path: "/", title: "" }

test.each([
  ["épisode", {}, "cet épisode", "Épisode non trouvé", "Impossible de créer l'épisode"],
  [
    "actualité",
    { isFeminine: true },
    "cette actualité",
    "Actualité non trouvée",
    "Impossible de créer l'actualité",
  ],
  ["page", { isFeminine: true }, "cette page", "Page non trouvée", "Impossible de créer la page"],
  ["message", {}, "ce message", "Message non trouvé", "Impossible de créer le message"],
])("the words for « %s » agree with it", (one, gender, thisOne, notFound, cannotCreate) => {
  const type = wordsOf({ ...noun, one, many: `${one}s`, ...gender })
  expect(type).toMatchObject({ thisOne, notFound, cannotCreate, nouns: [one, `${one}s`] })
})

test("the words of a feminine kind of content, all of them", () => {
  expect(wordsOf({ ...noun, one: "page", many: "pages", isFeminine: true })).toMatchObject({
    listTitle: "Pages existantes",
    searchLabel: "Rechercher une page",
    emptyText: "Aucune page pour le moment : écrivez la première.",
    created: "Page créée !",
    updated: "Page mise à jour !",
    deleted: "Page supprimée",
    cannotLoad: "Impossible de charger les pages",
    cannotUpdate: "Impossible de mettre à jour la page",
    cannotDelete: "Impossible de supprimer la page",
  })
})

test("a kind of content may have words of its own", () => {
  const type = wordsOf({ ...noun, one: "épisode", many: "épisodes" }, { created: "C’est fait" })
  expect([type.created, type.updated]).toEqual(["C’est fait", "Épisode mis à jour !"])
})
