import { PERIOD } from "#app/content/lists/content-lists.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { listType } from "#app/content/lists/list-type.ts"

/** How the list of subscribers is narrowed down, sorted and worked on. */
export const SUBSCRIBERS = listType({
  path: "/admin/newsletter",
  nouns: ["abonné", "abonnés"],
  filters: {
    origine: {
      label: "Origine",
      all: "Toutes les origines",
      choices: [
        { value: "commentaire", label: "Par un commentaire" },
        { value: "formulaire", label: "Par le formulaire" },
      ],
    },
    periode: PERIOD,
  },
  sorts: {
    date: { label: "Date d’inscription", first: "desc" },
    nom: { label: "Nom", first: "asc" },
    email: { label: "Adresse", first: "asc" },
  },
  deeds: {
    unsubscribe: {
      label: "Désabonner",
      icon: "user-x",
      done: ["Abonné retiré de la liste", "abonnés retirés de la liste"],
      failed: "Impossible de désabonner",
      loss: "Plus aucune lettre ne partira vers ces adresses, et aucun commentaire ne les réabonnera : seules les personnes elles-mêmes le peuvent.",
    },
    delete: {
      label: "Supprimer",
      icon: "trash",
      done: ["Abonné supprimé", "abonnés supprimés"],
      failed: "Impossible de supprimer l’abonné",
      loss: "Tout ce que la liste sait de ces adresses sera effacé ; un nouveau commentaire les réabonnerait. Cette action est définitive.",
    },
  },
})

/** What can be asked for on the page of the subscribers. */
export const subscriberIntents = { unsubscribe: chosenRows, delete: chosenRows }
