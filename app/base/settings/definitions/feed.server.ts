import { advanced, choice, flag, list, webAddress } from "../setting.server.ts"

/** What the podcast's own feed says of itself, beyond what the podcast is. */
export const feed = {
  type: choice(
    "Ordre des épisodes",
    {
      episodic: "Chacun s’écoute seul : les plus récents d’abord",
      serial: "Ils se suivent : du premier au dernier",
    },
    { help: "Dans les applications d’écoute.", default: "episodic" },
  ),
  frequency: choice(
    "Rythme de parution",
    {
      none: "Non précisé",
      "FREQ=DAILY": "Tous les jours",
      "FREQ=WEEKLY": "Toutes les semaines",
      "FREQ=WEEKLY;INTERVAL=2": "Toutes les deux semaines",
      "FREQ=MONTHLY": "Tous les mois",
      complete: "Le podcast est terminé",
    },
    { help: "Pour que les auditeurs sachent quand revenir.", default: "none" },
  ),
  showsOwnerEmail: flag("Montrer l’adresse du propriétaire", {
    help: "Spotify et d’autres annuaires y envoient un code quand on inscrit le podcast. Ensuite, on peut la cacher pour éviter les courriers indésirables.",
    default: true,
  }),
  recommended: list(
    "Podcasts que vous recommandez",
    {
      feed: { label: "Adresse de son flux", kind: "url", hint: "Son nom et sa page en sont repris." },
      name: { label: "Nom", kind: "text", hint: "Vide : celui du flux." },
      page: { label: "Sa page", kind: "url" },
      guid: { label: "Identifiant", kind: "found" },
    },
    {
      help: "Des applications les proposent à vos auditeurs ; la page « À propos » les nomme aussi.",
      one: "un podcast",
      most: 20,
      default: [],
    },
  ),
  ...advanced({
    numbersAll: flag("Donner aussi les numéros comptés par le site", {
      help: "Un épisode repris d’un flux qui ne le numérote pas a un numéro ici, et aucun dans le flux. À cocher si ces numéros conviennent.",
      default: false,
    }),
    isLocked: flag("Interdire l’import ailleurs", {
      help: "Les autres hébergeurs refusent alors de reprendre ce flux. À décocher le temps de déménager.",
      default: true,
    }),
    license: choice(
      "Licence des épisodes",
      {
        none: "Non précisée",
        "cc-by-4.0": "Creative Commons : citer l’auteur (CC BY 4.0)",
        "cc-by-sa-4.0": "Creative Commons : citer l’auteur, partager à l’identique (CC BY-SA 4.0)",
        "cc0-1.0": "Sans droits réservés (CC0)",
      },
      { help: "Ce que d’autres peuvent faire des épisodes.", default: "none" },
    ),
    aiContent: choice(
      "Voix ou textes faits par une IA",
      {
        none: "Non précisé",
        no: "Non, rien de ce qu’on entend",
        yes: "Oui, une part de ce qu’on entend",
      },
      {
        help: "Des applications le disent à qui cherche un podcast.",
        default: "none",
      },
    ),
    hub: webAddress("Relais d’annonces (hub)", {
      help: "Il prévient aussitôt les applications et les annuaires de chaque nouvel épisode (WebSub). Deux sont publics et gratuits\u00a0: https://pubsubhubbub.appspot.com et https://websub.superfeedr.com. À laisser vide pour n’en prévenir aucun.",
      words: "prévenir notifier websub",
      default: "",
    }),
    newAddress: webAddress("Nouvelle adresse du flux", {
      help: "Seulement si le podcast déménage : les applications y suivent vos abonnés. À laisser vide sinon.",
      default: "",
    }),
    redirects: flag("Renvoyer le flux à sa nouvelle adresse", {
      help: "L’adresse du flux d’ici mène alors à la nouvelle (301), sans montrer d’épisodes. La page « Déménager » vérifie d’abord que rien n’y manque.",
      default: false,
    }),
    texts: list(
      "Preuves de propriété",
      {
        value: { label: "Texte", kind: "text" },
        purpose: { label: "Usage", kind: "text", hint: "Par exemple « verify » ou « applepodcastsverify »." },
      },
      {
        help: "Des textes que des annuaires demandent d’écrire dans le flux (podcast:txt).",
        one: "un texte",
        most: 10,
        default: [],
      },
    ),
  }),
}
