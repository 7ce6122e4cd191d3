import { expect, test } from "vitest"
import { guessTable } from "./imported-tables.ts"

const columnsOf = (name: string, header: string) => {
  const titles = header.split(",")
  const { type, columns } = guessTable(name, titles)
  return { type, ...Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, titles[at]])) }
}

test.each([
  [
    "episodes_rows.csv",
    "id,title,guest,description,youtube_url,spotify_url,thumbnail_url,is_published,views,published_at,created_at",
    {
      type: "episode",
      guest: "guest",
      content: "description",
      picture: "thumbnail_url",
      at: "published_at",
      state: "is_published",
    },
  ],
  [
    "export.csv",
    "id,title,content,media_type,media_url,thumbnail_url,category,external_url,is_published,published_at,source,created_at",
    { type: "news", mediaType: "media_type", externalUrl: "external_url", category: "category" },
  ],
  [
    "export.csv",
    "id,slug,title,excerpt,content,cover_image_url,is_published,published_at,author_id,created_at",
    { type: "post", slug: "slug", excerpt: "excerpt", picture: "cover_image_url" },
  ],
  [
    "custom_pages.csv",
    "id,slug,title,content,meta_description,is_published,created_by,created_at",
    { type: "page", description: "meta_description", at: "created_at" },
  ],
  [
    "x.csv",
    "id,episode_id,author_name,author_email,content,created_at",
    { type: "comment", episode: "episode_id", author: "author_name", email: "author_email" },
  ],
  [
    "regles.csv",
    "Ancienne adresse,Nouvelle adresse",
    { type: "redirect", from: "Ancienne adresse", to: "Nouvelle adresse" },
  ],
  [
    "Saison 3.csv",
    "N°,Titre,Invité,Durée,Date,Lien YouTube",
    { type: "episode", number: "N°", guest: "Invité", duration: "Durée", youtube: "Lien YouTube" },
  ],
  [
    "articles.tsv",
    "Titre,Texte,Date,Auteur",
    { type: "post", title: "Titre", content: "Texte", author: "Auteur" },
  ],
  [
    "guests_rows.csv",
    "id,name,slug,role,link_url,picture_url,created_at",
    { type: "guest", id: "id", name: "name", slug: "slug", link: "link_url", picture: "picture_url" },
  ],
  [
    "Les invités.csv",
    "Prénom,Nom,Fonction,Site web,Photo",
    { type: "guest", firstName: "Prénom", name: "Nom", role: "Fonction", link: "Site web", picture: "Photo" },
  ],
  ["intervenants.tsv", "Intervenante,Instagram", { type: "guest", name: "Intervenante", link: "Instagram" }],
  ["people.json", "name,slug,pictureUrl", { type: "guest", name: "name", picture: "pictureUrl" }],
  ["podcast-guests.csv", "name,episode,notes", { type: "guest", name: "name" }],
  ["x.csv", "Nom de l’invité,Métier", { type: "guest", name: "Nom de l’invité", role: "Métier" }],
  // What only speaks of them, and what was something else before there were tables of them.
  ["guests.csv", "title,guest,youtube_url", { type: "episode", guest: "guest" }],
  ["people.csv", "title,name,content", { type: "post", title: "title" }],
  ["people.csv", "user_id,name,role", { type: "profile" }],
  ["people.csv", "name,email,encrypted_password", { type: "account" }],
  ["people.csv", "episode_id,author_name,content", { type: "comment" }],
  ["invites-commentaires.csv", "episode,nom,texte", { type: "comment" }],
  ["episodes-invites.csv", "Titre,Invité,Date", { type: "episode", guest: "Invité" }],
  ["x.csv", "name,slug,content", { type: "post", title: "name" }],
  ["users.csv", "id,name,email,role", { type: "none" }],
  ["invitations.csv", "Nom,Places", { type: "none" }],
  ["stocks.csv", "Article,Prix,Quantité", { type: "none" }],
  ["constructor.csv", "constructor,__proto__,toString", { type: "none" }],
])("a table %s with %s is read by its titles", (name, header, expected) => {
  expect(columnsOf(name, header)).toMatchObject(expected)
})

test("no column is two fields", () => {
  const { columns } = guessTable("x.csv", ["title", "description", "duration", "media_url", "url", "name"])
  expect(new Set(Object.values(columns)).size).toBe(Object.values(columns).length)
})
