import { describe, expect, test } from "vitest"
import { findChapters, withChapters } from "./chapters-in-text.ts"

const found = (text: string) => findChapters(text).map(({ clock, title }) => `${clock} ${title}`)
const BOTH = ["0:00 Intro", "12:30 La rencontre"]

test.each([
  ["plain", "Bonsoir.\n0:00 Intro\n12:30 La rencontre\nMerci !"],
  ["a list", "- 0:00 Intro\n- 12:30 La rencontre"],
  ["another one", "* **0:00** – Intro\n* **12:30** – La rencontre"],
  ["in brackets", "(0:00) Intro\n[12:30] La rencontre"],
  ["links", "[0:00](https://youtu.be/a?t=0) Intro\n[12:30](https://youtu.be/a?t=750) La rencontre"],
  ["colons", "0:00 : Intro\r\n12:30 : La rencontre\r\n"],
  ["spans", "0:00 - 12:30 Intro\n12:30-15:00 La rencontre"],
  ["at the end", "Intro 0:00\nLa rencontre (12:30)"],
  ["escaped", "0:00 \\- Intro\n12:30 \\- La rencontre"],
])("39.2 times in a description are chapters: %s", (_, text) => expect(found(text)).toEqual(BOTH))

test.each([
  ["nothing", ""],
  ["one alone", "Rendez-vous à 20:30 rue Oberkampf"],
  ["a time in a sentence", "Le concert de 20:30 est complet.\nCelui de 22:00 aussi."],
  ["out of order", "22:00 Concert\n20:30 Portes"],
  ["no title", "0:00\n12:30"],
  ["no times", "0:99 Intro\n1:75:00 Fin"],
])("no chapters: %s", (_, text) => expect(found(text)).toEqual([]))

const line = (clock: string, title: string, isHidden = false) => ({
  clock,
  title,
  linkUrl: "",
  imageUrl: "",
  isHidden,
})

describe("chapters written into a description", () => {
  test("are found there again, from 0:00 on, below what it says; hidden and unfinished ones are left out", () => {
    const chapters = [
      line("12:30.5", "La *rencontre* [1]"),
      line("1:02:03", "La fin"),
      line("2:00", "Caché", true),
      line("", "Sans heure"),
      line("5:00", " "),
    ]
    const text = withChapters("Bonsoir.\n\nMerci !\n", chapters)
    expect(text).toBe(
      "Bonsoir.\n\nMerci !\n\n0:00 Introduction\n12:30 La \\*rencontre\\* \\[1\\]\n1:02:03 La fin",
    )
    expect(found(text)).toEqual(["0:00 Introduction", "12:30 La rencontre [1]", "1:02:03 La fin"])
  })

  test("take the place of those that stood there, and stand there once", () => {
    const chapters = [line("0:00", "Début"), line("10:00", "Suite")]
    const once = withChapters("0:00 Avant\n9:00 Autre\nEt voilà.", chapters)
    expect(once).toBe("Et voilà.\n\n0:00 Début\n10:00 Suite")
    expect(withChapters(once, chapters)).toBe(once)
  })

  test("are none where there is no second one", () => {
    expect(withChapters("Bonsoir.", [line("0:00", "Début")])).toBe("Bonsoir.")
    expect(withChapters("", [])).toBe("")
  })
})
