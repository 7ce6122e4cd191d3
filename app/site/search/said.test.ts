import { beforeAll, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { textOfCues } from "#app/kit/lib/cues.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { fillIndex } from "./fill-index.server.ts"
import { statusOf, titlesOf } from "#test/found-fixtures.ts"

/** What is said in two episodes: a sentence every ten seconds. */
const SAID = {
  "Le poids des mots": [
    "Bonsoir à toutes et à tous, bienvenue sur le ring.",
    "Je suis né à Saint-Denis, c’est là que tout a commencé.",
    "Mon père écoutait du jazz, ma mère chantait à l’église.",
    "Le jour où j’ai entendu Solaar, j’ai compris",
    "que les mots pouvaient danser sur la batterie.",
    "On enregistrait chez Médhi, dans la cave, sur un vieux quatre-pistes.",
    "Le hip-hop, c’est d’abord une façon d’être ensemble.",
    "Nos sœurs ont un cœur d’or, et elles l’ont prouvé.",
    "Franchement, j’ai eu peur 😱 le jour du concert.",
    "Les mots, les mots, toujours les mots.",
  ],
  "Douze rounds": [
    "Aujourd’hui on reçoit une danseuse.",
    "Elle danse depuis l’âge de six ans.",
    "Le jazz, elle l’a découvert plus tard, avec sa mère.",
    "À l’église, elle ne chantait jamais.",
  ],
}

beforeAll(openTestDatabase)
beforeAll(async () => {
  for (const [title, sentences] of Object.entries(SAID)) {
    const { id: episodeId } = await createEpisode({ title, publishedAt: new Date("2026-05-01T10:00:00Z") })
    const cues = sentences.map((text, n) => ({ start: n * 10_000, end: n * 10_000 + 9_000, text }))
    await db.insert(transcripts).values({ episodeId, cues, text: textOfCues(cues), isPublished: true })
  }
  await createEpisode({ title: "Un autre", description: "Rien de tout cela." })
  // Longer than positions of words are counted.
  const cues = Array.from({ length: 3_000 }, (_, n) => ({
    start: n * 1_000,
    end: null,
    text: n === 2_900 ? "Et voilà enfin la citation introuvable." : `Alors oui, donc, le rap numéro ${n}.`,
  }))
  const { id: episodeId } = await createEpisode({ title: "Deux heures" })
  await db.insert(transcripts).values({ episodeId, cues, text: textOfCues(cues), isPublished: true })
  await fillIndex()
})

async function momentsOf(query: string) {
  const page = await visit(`/recherche?q=${encodeURIComponent(query)}`)
  const [first] = page.all("ul", { "aria-label": "Dans la transcription" })
  return first?.all("li").map((item) => item.text.split(" ")[0]) ?? []
}

describe("what somebody said is found, at the moments at which it is said:", () => {
  test.each<[query: string, first: string, moments: string[]]>([
    ["saint denis", "Le poids des mots", ["0:10"]],
    ["ne a saint-denis", "Le poids des mots", ["0:10"]],
    ["solaar", "Le poids des mots", ["0:30"]],
    ["medhi", "Le poids des mots", ["0:50"]],
    ["hiphop", "Le poids des mots", []],
    ["hip hop", "Le poids des mots", ["1:00"]],
    ["coeur", "Le poids des mots", ["1:10"]],
    ["soeur", "Le poids des mots", ["1:10"]],
    ["😱", "Le poids des mots", ["1:20"]],
    ["danseuses", "Douze rounds", ["0:00"]],
    ["aujourd'hui danseuse", "Douze rounds", ["0:00"]],
    // As it was typed, and not only its words.
    ['"ma mère chantait"', "Le poids des mots", ["0:20"]],
    ['"chantait jamais"', "Douze rounds", ["0:30"]],
    ["« les mots pouvaient danser »", "Le poids des mots", ["0:40"]],
    // Over the end of a sentence.
    ['"j’ai compris que les mots"', "Le poids des mots", ["0:30"]],
    ['"j\'ai compris que les mots pouvaient danser"', "Le poids des mots", ["0:30"]],
    ["compris que les mots pouvaient danser sur la batterie", "Le poids des mots", ["0:40"]],
    ['"chantait solaar"', "", []],
    ["jazz -danseuse", "Le poids des mots", ["0:20"]],
    // Beyond what positions are counted for, too.
    ["citation introuvable", "Deux heures", ["48:20"]],
  ])("40.1 %j: %j", async (query, first, moments) => {
    expect((await titlesOf(query))[0] ?? "").toBe(first)
    expect((await momentsOf(query)).slice(0, Math.max(1, moments.length))).toEqual(moments)
  })
})

test("of words that nobody says one after the other, it is offered to search them without quotes", async () => {
  expect(await statusOf('"batterie Solaar"')).toMatch(/Vouliez-vous dire batterie Solaar/)
  // Nor are those found so far into a text, where positions are not counted any more.
  expect(await statusOf("« enfin la citation introuvable »")).toMatch(/Vouliez-vous dire enfin la citation/)
  expect(await statusOf('"zzyzx solaar"')).not.toMatch(/Vouliez-vous/)
})

describe("what is no search, or a strange one, is told or answered honestly:", () => {
  const NONE = /Aucun résultat/
  test.each<[name: string, query: string, status: RegExp]>([
    ["100,000 letters", "a".repeat(100_000), /longue : seul son début/],
    ["a word of 5,000 letters", "é".repeat(5_000), /longue : seul son début/],
    ["a NUL", "\u0000", /tout se cherche ici/],
    ["a NUL within a word", "sol\u0000aar", NONE],
    ["operators alone", "& | ! <-> :* ( )", /que des signes/],
    ["operators between words", "solaar & !jazz | (", /1 résultat/],
    ["a quote that is not closed", '"solaar', /1 résultat/],
    ["quotes of two kinds", '« solaar"', /1 résultat/],
    ["quotes around nothing", '"" solaar', /1 résultat/],
    ["one letter", "s", /deux lettres/],
    ["one letter beside others", "s o l", /deux lettres/],
    ["words that tell nothing", "et de la", NONE],
    ["an exclusion alone", "-solaar", /ce que vous cherchez/],
    ["what excludes itself", "solaar -solaar", NONE],
    ["marks of direction around", "\u202esolaar\u202c", /1 résultat/],
    ["signs without width within", "sol\u200baar", /1 résultat/],
    ["signs without width around", "\u200bsolaar\ufeff", /1 résultat/],
    ["a word from right to left", "مرحبا", NONE],
    ["a soft hyphen alone", "\u00ad", /que des signes/],
    ["accents without letters", "\u0301\u0300", /que des signes/],
    ["marks of the index", "~2026 ~episode", NONE],
    ["percent signs", "%%solaar%%", /1 résultat/],
    ["a backslash at the end", "solaar\\", /1 résultat/],
  ])("%s", async (_, query, status) => {
    expect(await statusOf(query)).toMatch(status)
  })
})
