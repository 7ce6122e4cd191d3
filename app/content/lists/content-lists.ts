import { TO_BIN } from "../bin/bin-address.ts"
import { type BulkAction, filterBy, type ListNoun } from "./list-type.ts"

/** The filter by what is published or not. */
export const STATE = "etat"
export const DRAFTS = "brouillon"
/** Whether a value of it is of what nobody sees yet. */
export const isWaiting = (state: string) => state === "programme" || state === DRAFTS

/** What all contents are narrowed down by: published or not. */
export const STATUS = filterBy("État", "Tous les états", {
  publie: "Publiés",
  programme: "Programmés",
  [DRAFTS]: "Brouillons",
  relecture: "À relire",
})

/** What is never scheduled. */
export const PUBLISHED = {
  ...STATUS,
  choices: STATUS.choices.filter(({ value }) => value !== "programme"),
}

/** When something came in, counted back from now. */
export const PERIOD = filterBy("Période", "Depuis toujours", {
  "7j": "7 derniers jours",
  "30j": "30 derniers jours",
  "12m": "12 derniers mois",
})

/** What can be done with several contents at once. */
export function contentBulkActions({ nouns, isFeminine }: Omit<ListNoun, "path">) {
  const e = isFeminine ? "e" : ""
  const said = (participle: string): BulkAction["done"] => [
    `${nouns[0].charAt(0).toLocaleUpperCase("fr")}${nouns[0].slice(1)} ${participle}${e}`,
    `${nouns[1]} ${participle}${e}s`,
  ]
  return {
    publish: {
      label: "Publier",
      icon: "eye",
      done: said("publié"),
      failed: "Impossible de modifier le statut",
    },
    unpublish: {
      label: "Dépublier",
      icon: "eye-off",
      done: said("dépublié"),
      failed: "Impossible de modifier le statut",
      loss: "Plus aucun visiteur ne verra ce qui est dépublié, jusqu’à ce que vous le publiiez à nouveau.",
    },
    delete: {
      label: "Supprimer",
      icon: "trash",
      done: said("supprimé"),
      failed: `Impossible de supprimer les ${nouns[1]}`,
      link: TO_BIN,
      toBin: true,
    },
  } as const satisfies Record<string, BulkAction>
}
