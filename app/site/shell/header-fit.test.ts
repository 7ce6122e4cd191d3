import { expect, test } from "vitest"
import { barFrom } from "./header-fit.ts"

const ENTRIES = ["Accueil", "Épisodes", "Actualités", "À propos", "Contact"]
const SIGNED_IN = [...ENTRIES, "Mon compte", "Déconnexion"]

test.each<[name: string, hasLogo: boolean, labels: string[], from: string]>([
  ["CKO", false, ENTRIES, "md"],
  ["CKO", false, [...ENTRIES, "Admin", "Déconnexion"], "md"],
  ["Semis et saisons", false, ENTRIES, "md"],
  ["Semis et saisons", false, SIGNED_IN, "lg"],
  ["Le potager des Lilas et d’ailleurs", false, SIGNED_IN, "xl"],
  ["Le potager", true, SIGNED_IN, "lg"],
  ["CKO", false, [...SIGNED_IN, "Blog", "Agenda", "Boutique"], "xl"],
  ["CKO", false, [...SIGNED_IN, "Les coulisses de l’émission", "Nos partenaires", "Boutique"], "never"],
  ["CKO", false, ["W".repeat(40), "M".repeat(40), "W".repeat(40)], "never"],
  ["", false, [], "md"],
])("the bar of « %s » (logo: %s) with %j begins at %s", (name, hasLogo, labels, from) => {
  expect(barFrom({ name, hasLogo }, labels)).toBe(from)
})
