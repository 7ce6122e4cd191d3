import { PERIOD } from "#app/content/lists/content-lists.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { filterBy, listType } from "#app/content/lists/list-type.ts"
import { TOPIC_LABELS } from "./newsletter.copy.ts"

/** How the list of subscribers is narrowed down, sorted and worked on. */
export const SUBSCRIBERS = listType({
  path: "/admin/newsletter",
  nouns: ["abonné", "abonnés"],
  filters: {
    origine: filterBy("Origine", "Toutes les origines", {
      commentaire: "Par un commentaire",
      formulaire: "Par le formulaire",
      import: "Par un import",
    }),
    etat: filterBy("État", "Tous les états", {
      confirme: "Confirmés",
      attente: "À confirmer",
      refuse: "Adresses refusées",
    }),
    theme: filterBy("Thème", "Tous les thèmes", TOPIC_LABELS),
    periode: PERIOD,
  },
  sorts: {
    date: { label: "Date d’inscription", first: "desc" },
    nom: { label: "Nom", first: "asc" },
    email: { label: "Adresse", first: "asc" },
  },
  bulkActions: {
    ask: {
      label: "Demander la confirmation",
      preposition: "de",
      icon: "mail",
      done: ["Demande de confirmation en route", "demandes de confirmation en route"],
      failed: "Impossible de demander la confirmation",
      loss: "Chaque personne reçoit un e-mail avec un lien qui confirme, et un autre qui désabonne. Ils partent l’un après l’autre.",
      refused: "déjà confirmé, refusé par son serveur, ou demandé il y a moins de 30 jours",
    },
    reactivate: {
      label: "Réactiver",
      icon: "rotate-ccw",
      done: ["Adresse réactivée", "adresses réactivées"],
      failed: "Impossible de réactiver",
      loss: "Les lettres repartiront vers ces adresses, que des serveurs ont refusées.",
      refused: "n’est pas refusé",
    },
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
export const subscriberIntents = {
  ask: chosenRows,
  reactivate: chosenRows,
  unsubscribe: chosenRows,
  delete: chosenRows,
}
