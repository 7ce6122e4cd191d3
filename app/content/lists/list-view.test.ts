import { expect, test } from "vitest"
import { listAddress, parseListView } from "./list-view.ts"
import { STATUS } from "./content-lists.ts"

const LIST = {
  filters: {
    etat: STATUS,
    saison: { label: "Saison", all: "Toutes", choices: [], others: /^\d{1,3}$/ },
  },
  sorts: { date: { label: "Date", first: "desc" }, titre: { label: "Titre", first: "asc" } },
} as const
const read = (query: string) => parseListView(new URLSearchParams(query), LIST)

test.each([
  ["", ""],
  ["etat=brouillon&saison=2", "etat=brouillon&saison=2"],
  ["sort=titre", "sort=titre&order=asc"],
  ["sort=titre&order=desc", "sort=titre&order=desc"],
  ["order=asc", "sort=date&order=asc"],
  // The list's own order needs no address.
  ["sort=date&order=desc", ""],
  ["sort=date", ""],
  // What a list does not have is not asked of it.
  ["etat=inconnu&saison=2;drop&autre=1&sort=__proto__&order=sideways", ""],
  ["etat=%00&saison=1%00&sort=%00", ""],
  ["etat=brouillon&etat=publie", "etat=brouillon"],
  ["q=%20a%20%20b%20&page=3&etat=publie&sort=titre", "etat=publie&sort=titre&order=asc&q=a+b&page=3"],
])("33.1, 33.2 the view of a list is read from ?%s and written as ?%s", (query, written) => {
  expect(listAddress("/liste", read(query))).toBe(written ? `/liste?${written}` : "/liste")
})
