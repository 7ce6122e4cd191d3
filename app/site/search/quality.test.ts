import { beforeAll, describe, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { titlesOf } from "#test/found-fixtures.ts"
import { fillIndex } from "./fill-index.server.ts"

const day = (date: string) => new Date(`${date}T10:00:00Z`)

beforeAll(openTestDatabase)
/** What a podcast has, with what French makes hard: elisions, ligatures, accents, plurals, signs, namesakes. */
beforeAll(async () => {
  const episodes: [title: string, guest: string, description: string, date: string][] = [
    [
      "L’art de la punchline",
      "Kery James",
      "Le rappeur d’Orly raconte l’écriture d’un morceau, mot à mot.",
      "2026-10-01",
    ],
    ["D’où je viens", "Médine", "Le Havre, les ports, et une œuvre entière à défendre.", "2026-09-01"],
    [
      "Sœurs de son",
      "Diam’s",
      "Deux sœurs, un micro. Chanteuses françaises et rappeuses, elles ont ouvert la voie.",
      "2026-08-01",
    ],
    [
      "Été à Marseille",
      "IAM",
      "Un été dans la cité phocéenne : l’école du micro d’argent a vingt-neuf ans.",
      "2026-07-01",
    ],
    ["Paris sous les bombes", "NTM", "Le supreme du 93. Journaux intimes et graffitis.", "2026-06-01"],
    [
      "Le hip-hop, c’est quoi ?",
      "Queen Latifa",
      "Danse, deejaying, rap, graffiti : les quatre disciplines.",
      "2026-05-01",
    ],
    ["🔥 Freestyle 🔥", "Booba", "Vingt minutes sans filet.", "2026-04-01"],
    ["Jeune homme en colère", "Youssoupha", "Un homme, jeune encore, parle de sa colère.", "2026-03-01"],
    ["Homme, jeune père", "Oxmo Puccino", "La paternité, vue du studio.", "2026-02-01"],
    ["Aujourd’hui, demain", "Nekfeu", "Aujourd’hui on parle de demain.", "2026-01-01"],
    ["Naïveté et maïs", "Anaïs", "Une enfance à la ferme.", "2025-12-01"],
    ["Cœur de pirate, cœur de rue", "Léa Sœur", "Un épisode à cœur ouvert.", "2025-11-01"],
    ["Round 100", "D’Angelo Brown", "Le centième round, avec 50 Cent en fil rouge.", "2025-10-01"],
    ["Ça passe", "Jay-Z", "Un entretien à New York.", "2025-09-01"],
    ["La rue, l’école et le reste", "Grand Corps Malade", "Du slam et des journées de classe.", "2025-08-01"],
    ["Le rap et les autres", "Orelsan", "Chansons, chanteurs et rappeurs de province.", "2025-07-01"],
    ["MC Solaar, poète", "MC Solaar", "Claude parle de Bouge de là. Le rap d’une époque.", "2025-06-01"],
    ["Rapport à l’argent", "Awa Ba", "Qui paie, et combien ?", "2025-05-01"],
    ["Français de souche sonore", "Zoë Ÿ", "Un Français, une Française, des Français.", "2025-04-01"],
    ["Noël au balcon", "Chloé", "Les fêtes, et ce qu’on y écoute.", "2024-12-24"],
  ]
  for (const [title, guest, description, date] of episodes)
    await createEpisode({ title, guest, description, publishedAt: day(date) })
  await createNews({
    title: "Le festival revient",
    content: "Trois soirs de **concerts** à Orly.",
    publishedAt: day("2026-10-02"),
  })
  await createNews({
    title: "Vinyles : la presse repart",
    content: "Les usines pressent de nouveau.",
    publishedAt: day("2026-09-02"),
  })
  await createPost({
    slug: "cassette",
    title: "La cassette, ce réseau de poche",
    content: "Avant les réseaux, il y avait la cassette. [Écouter](https://youtube.com/kery)",
    publishedAt: day("2026-08-02"),
  })
  await createPost({
    slug: "plume",
    title: "Dans l’atelier de Kery James",
    content: "Visite d’un atelier où l’on écrit la nuit.",
    publishedAt: day("2026-07-02"),
  })
  await createPage({ slug: "equipe", title: "L’équipe", content: "Nous sommes quatre, à Saint-Denis." })
  await fillIndex()
})

describe("what comes first is what is meant by", () => {
  test.each<[query: string, first: string]>([
    // Names, whole, begun, without accents, and written in other ways.
    ["kery james", "L’art de la punchline"],
    ["Kery", "L’art de la punchline"],
    ["KERY JAMES", "L’art de la punchline"],
    ["kery jam", "L’art de la punchline"],
    ["james kery", "L’art de la punchline"],
    ["medine", "D’où je viens"],
    ["Médine", "D’où je viens"],
    ["MÉDINE", "D’où je viens"],
    ["me\u0301dine", "D’où je viens"],
    ["Diam's", "Sœurs de son"],
    ["diam’s", "Sœurs de son"],
    ["diams", "Sœurs de son"],
    ["ntm", "Paris sous les bombes"],
    ["N.T.M.", "Paris sous les bombes"],
    ["i.a.m", "Été à Marseille"],
    ["d'angelo", "Round 100"],
    ["dangelo", "Round 100"],
    ["jay z", "Ça passe"],
    ["jayz", "Ça passe"],
    ["Jay-Z", "Ça passe"],
    ["mc solaar", "MC Solaar, poète"],
    ["solar mc solaar", ""],
    ["anais", "Naïveté et maïs"],
    ["zoe", "Français de souche sonore"],
    ["grand corps", "La rue, l’école et le reste"],
    // Elisions and apostrophes of both kinds.
    ["l'art", "L’art de la punchline"],
    ["l’art de la punchline", "L’art de la punchline"],
    ["art", "L’art de la punchline"],
    ["d'où", "D’où je viens"],
    ["d’où je viens", "D’où je viens"],
    ["aujourd'hui", "Aujourd’hui, demain"],
    ["aujourd’hui demain", "Aujourd’hui, demain"],
    ["qu'on", ""],
    ["où", "D’où je viens"],
    ["c’est quoi", "Le hip-hop, c’est quoi ?"],
    ["et les", "Le rap et les autres"],
    ["l'équipe", "L’équipe"],
    ["equipe", "L’équipe"],
    // Ligatures.
    ["oeuvre", "D’où je viens"],
    ["œuvre", "D’où je viens"],
    ["soeurs", "Sœurs de son"],
    ["SŒUR", "Cœur de pirate, cœur de rue"],
    ["coeur", "Cœur de pirate, cœur de rue"],
    ["cœurs", "Cœur de pirate, cœur de rue"],
    // Plurals, feminines and other endings.
    ["chanteuse", "Sœurs de son"],
    ["chanteur", "Le rap et les autres"],
    ["journal", "Paris sous les bombes"],
    ["journaux", "Paris sous les bombes"],
    ["vinyle", "Vinyles : la presse repart"],
    ["festivals", "Le festival revient"],
    ["cassettes", "La cassette, ce réseau de poche"],
    ["concert", "Le festival revient"],
    ["réseaux", "La cassette, ce réseau de poche"],
    ["francais", "Français de souche sonore"],
    ["française", "Français de souche sonore"],
    ["ateliers", "Dans l’atelier de Kery James"],
    // Accents where there are none and the other way round.
    ["ete", "Été à Marseille"],
    ["été marseille", "Été à Marseille"],
    ["noel", "Noël au balcon"],
    ["naivete", "Naïveté et maïs"],
    ["ca passe", "Ça passe"],
    ["suprême", "Paris sous les bombes"],
    // Signs that hold words together, digits, emoji.
    ["hip-hop", "Le hip-hop, c’est quoi ?"],
    ["hip hop", "Le hip-hop, c’est quoi ?"],
    ["hiphop", "Le hip-hop, c’est quoi ?"],
    ["hip-ho", "Le hip-hop, c’est quoi ?"],
    ["saint denis", "L’équipe"],
    ["round 100", "Round 100"],
    ["50 cent", "Round 100"],
    ["🔥", "🔥 Freestyle 🔥"],
    ["booba 🔥", "🔥 Freestyle 🔥"],
    ["🔥🔥🔥", "🔥 Freestyle 🔥"],
    // Beginnings of the last word.
    ["punch", "L’art de la punchline"],
    ["free", "🔥 Freestyle 🔥"],
    ["le ra", "Le rap et les autres"],
    // A word that is a title before one that begins so, and words that tell nothing.
    ["rap", "Le rap et les autres"],
    ["rapport", "Rapport à l’argent"],
    ["le rap et les autres", "Le rap et les autres"],
    // Phrases and exclusions.
    ['"jeune homme"', "Jeune homme en colère"],
    ["« jeune homme »", "Jeune homme en colère"],
    ["“homme jeune”", "Homme, jeune père"],
    ["jeune homme -colère", "Homme, jeune père"],
    ["jeune -« jeune homme »", "Homme, jeune père"],
    ["kery james -punchline", "Dans l’atelier de Kery James"],
    // In texts, and not in addresses that stand in them.
    ["orly", "Le festival revient"],
    ["ferme enfance", "Naïveté et maïs"],
    ["youtube", ""],
    ["zzyzx", ""],
  ])("40.1 %j: %j", async (query, first) => {
    expect((await titlesOf(query))[0] ?? "").toBe(first)
  })
})

test("a title or a guest that is exactly it comes before what only mentions it", async () => {
  expect(await titlesOf("kery james")).toEqual(["L’art de la punchline", "Dans l’atelier de Kery James"])
})

test("of what is equally good the newest comes first", async () => {
  expect(await titlesOf("orly")).toEqual(["Le festival revient", "L’art de la punchline"])
})
