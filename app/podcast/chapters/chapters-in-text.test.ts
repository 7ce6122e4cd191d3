import { expect, test } from "vitest"
import { findChapters } from "./chapters-in-text.ts"

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
])("times in a description are chapters: %s", (_, text) => expect(found(text)).toEqual(BOTH))

test.each([
  ["nothing", ""],
  ["one alone", "Rendez-vous à 20:30 rue Oberkampf"],
  ["a time in a sentence", "Le concert de 20:30 est complet.\nCelui de 22:00 aussi."],
  ["out of order", "22:00 Concert\n20:30 Portes"],
  ["no title", "0:00\n12:30"],
  ["no times", "0:99 Intro\n1:75:00 Fin"],
])("no chapters: %s", (_, text) => expect(found(text)).toEqual([]))
