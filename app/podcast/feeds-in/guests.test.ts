import fc from "fast-check"
import { expect, test } from "vitest"
import { guestFromTitle, joinGuests } from "./guests.ts"

test.each([
  ["Épisode 12 avec Oxmo Vinelli", "Oxmo Vinelli"],
  ["#12 – Rencontre avec Maëlle sur le rap engagé", "Maëlle"],
  ["avec L'Artisan", "L'Artisan"],
  ["Feat. Nekfou & Alpha Ouane | S2", "Nekfou & Alpha Ouane"],
  ["Le Rap (ft. 13 Blocs)", "13 Blocs"],
  ["ft Damzo", "Damzo"],
  ["featuring: SCHA", "SCHA"],
  ["Invité : Dizis", "Dizis"],
  ["Invitée : Lila &co", "Lila &co"],
  ["invité(e)s : A. Kayo, Rofi et Jok'Ère - live", "A. Kayo, Rofi et Jok'Ère"],
  ["Invité·e·s : Chila et Loue", "Chila et Loue"],
  ["INTERVIEW AVEC JULIO", "JULIO"],
  ["avec 113", "113"],
  ["avec Dr. Dré", "Dr. Dré"],
  ["Avec Boubi. Épisode 2", "Boubi"],
  ["avec Oxmo, poète du bitume", "Oxmo"],
  ["avec Les Sages Poètes de la Cour", "Les Sages Poètes de la Cour"],
  ["avec Kéry J. : la suite", "Kéry J."],
  ["avec Boubi et son équipe", "Boubi"],
  ["avec Rim’C x Lacrime", "Rim’C x Lacrime"],
  ["avec Alfa Ouane !", "Alfa Ouane"],
  ["Entretien avec Zoé de Sagan — partie 2", "Zoé de Sagan"],
])("4.4 guests in titles %s", (title, guest) => {
  expect(guestFromTitle(title)).toBe(guest)
})

test.each([
  "Avec des « si »",
  "avec les jeunes",
  "avec une Star",
  "avec l'équipe",
  "AVEC LES MEILLEURS",
  "AVEC L'EAU",
  "avec 3 rappeurs",
  "avec 2024",
  "avec « Boubi »",
  "La vie avec",
  "Boubi fait la paix avec Kari qui revient",
  "Invités spéciaux : X",
  "shift. Nekfou",
  `avec ${"Nom Bien Trop Long Qui Est Celui D Un Artiste ".repeat(3)}`,
])("guests in titles nobody in %j", (title) => {
  expect(guestFromTitle(title)).toBe("")
})

test("guests in titles any title gives nothing or one short line of it, beginning like a name", () => {
  const word = fc.constantFrom(
    "avec",
    "feat.",
    "Invité :",
    "Oxmo",
    "et",
    ",",
    "de",
    "(",
    ")",
    "L'",
    "113",
    "-",
    "é",
    "\u0000",
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.array(word).map((words) => words.join(" ")),
      ),
      (title) => {
        const guest = guestFromTitle(title)
        if (guest === "") return
        expect(guest.length).toBeLessThanOrEqual(120)
        expect(guest).toMatch(/^[\p{Lu}\p{N}$@&]/u)
        expect(guest).toBe(guest.trim())
      },
    ),
  )
})

test.each([
  [[], ""],
  [[{ role: "host", name: "Kéo" }], ""],
  [[{ role: "", name: "Kéo" }], ""],
  [[{ role: " Guest ", name: " Oxmo &amp;\n Co " }], "Oxmo & Co"],
  [
    [
      { role: "guest", name: "A" },
      { role: "GUEST", name: "B" },
      { role: "guest", name: "A" },
      { role: "guest", name: "C" },
    ],
    "A, B et C",
  ],
])("persons %j are %j", (persons, guests) => {
  expect(joinGuests(persons)).toBe(guests)
})
