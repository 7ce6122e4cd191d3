import "#app/office/types/types.server.ts"
import { expect, test } from "vitest"
import { wordsOf } from "./managed-type.ts"
import { findManagedType, managedTypes } from "./types.server.ts"

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

test("the words of a masculine one, all of them", () => {
  expect(wordsOf({ ...noun, one: "article", many: "articles" })).toMatchObject({
    thisOne: "cet article",
    notFound: "Article non trouvé",
    listTitle: "Articles existants",
    searchLabel: "Rechercher un article",
    emptyText: "Aucun article pour le moment : écrivez le premier.",
    created: "Article créé !",
    updated: "Article mis à jour !",
    deleted: "Article supprimé",
    cannotLoad: "Impossible de charger les articles",
    cannotCreate: "Impossible de créer l'article",
    cannotUpdate: "Impossible de mettre à jour l'article",
    cannotDelete: "Impossible de supprimer l'article",
  })
})

test("a kind of content may have words of its own", () => {
  const type = wordsOf({ ...noun, one: "épisode", many: "épisodes" }, { created: "C’est fait" })
  expect([type.created, type.updated]).toEqual(["C’est fait", "Épisode mis à jour !"])
})

test("the kinds of content are called so, and news say otherwise what was done", () => {
  const called = managedTypes().map(({ words: { nouns, isFeminine } }) => [...nouns, isFeminine])
  expect(called).toEqual(
    expect.arrayContaining([
      ["épisode", "épisodes", false],
      ["actualité", "actualités", true],
      ["page", "pages", true],
      ["article", "articles", false],
    ]),
  )
  expect(findManagedType("news")?.words).toMatchObject({
    created: "Actualité créée",
    updated: "Actualité mise à jour",
    deleted: "Actualité supprimée",
  })
})
