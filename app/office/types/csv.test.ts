import { expect, test } from "vitest"
import { createEpisode, createNews, createPost } from "#test/factories.ts"
import { writeToHosts } from "#test/known-person.ts"
import { openOffice } from "#test/manager.ts"
import { createComment } from "#test/visitors.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

const office = openOffice()
const site = () => getSettings().publicUrl

async function tableAt(address: string) {
  const response = await office.see(address)
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
  const [, name] =
    /filename="(.*)-\d{4}-\d\d-\d\d\.csv"/.exec(response.headers.get("content-disposition") ?? "") ?? []
  return {
    name,
    lines: response.html
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n"),
  }
}

test("15.4 a list's link leads to a table of what the list finds, the newest first", async () => {
  const publishedAt = new Date("2026-03-01T12:00Z")
  await createEpisode({
    title: "=1+1; « à voir »",
    guest: "Awa\nDiop",
    season: 2,
    number: 3,
    durationSeconds: 3_723,
    publishedAt,
    views: 7,
  })
  await createEpisode({ title: "Un brouillon", isPublished: false, publishedAt })
  const page = await office.see("/admin/episodes?etat=publie")
  const link = page.all("a").find(({ text }) => text === "Exporter en CSV")
  expect(link?.attributes.href).toBe("/admin/episodes.csv?etat=publie")
  const heads =
    "Titre;Invité;Saison;Numéro;Type;Durée;État;Date de publication;Adresse;Vues;Téléchargements;J’aime;Commentaires"
  expect(await tableAt("/admin/episodes.csv?etat=publie")).toEqual({
    name: "episodes",
    lines: [
      heads,
      `"'=1+1; « à voir »";"Awa\nDiop";2;3;Épisode;1:02:03;Publié;2026-03-01;${site()}/episodes/1;7;0;0;0`,
    ],
  })
  expect((await tableAt("/admin/episodes.csv")).lines.slice(1).map((line) => line.split(";")[0])).toEqual([
    "Un brouillon",
    `"'=1+1`,
  ])
  expect((await tableAt("/admin/episodes.csv?q=introuvable")).lines).toEqual([heads])
})

test("news, articles, comments and messages are tables, too", async () => {
  const { id } = await createEpisode({ title: "Un épisode" })
  await createNews({ title: "Une nouvelle", isPublished: false, publishedAt: null })
  await createPost({ title: "Un article", slug: "un-article", publishedAt: new Date("2026-03-01T12:00Z") })
  await createComment(id, {
    authorName: "Awa",
    content: "Bravo à vous deux",
    status: "hidden",
    createdAt: new Date("2026-03-02T12:00Z"),
  })
  await writeToHosts("bob@cko.test")
  expect(await tableAt("/admin/news.csv")).toEqual({
    name: "actualites",
    lines: ["Titre;Catégorie;Type;État;Date de publication", "Une nouvelle;CKO News;Article;Brouillon;"],
  })
  expect(await tableAt("/admin/blog.csv")).toEqual({
    name: "articles",
    lines: [
      "Titre;État;Date de publication;Adresse",
      `Un article;Publié;2026-03-01;${site()}/blog/un-article`,
    ],
  })
  expect(await tableAt("/admin/comments.csv")).toEqual({
    name: "commentaires",
    lines: ["Date;Nom;Commentaire;Épisode;État", "2026-03-02;Awa;Bravo à vous deux;Un épisode;Masqué"],
  })
  const { name, lines } = await tableAt("/admin/messages.csv")
  expect([name, lines[1]?.replace(/^[\d-]+/, "")]).toEqual([
    "messages",
    ";Une personne;bob@cko.test;De bob@cko.test;Bonjour.;À traiter",
  ])
})

test("what has no table answers 404, and none is offered where nothing is", async () => {
  for (const path of ["/admin/pages.csv", "/admin/guests.csv", "/admin/letters.csv"])
    expect((await office.see(path)).status).toBe(404)
  const empty = await office.see("/admin/episodes")
  expect(empty.all("a").filter(({ text }) => text === "Exporter en CSV")).toEqual([])
})
