import { advanced, area, choice, flag, number, text } from "../setting.server.ts"

const PLACES = "{titre}, {invité}, {podcast} et {numéro} y sont remplacés."

/** What the site writes to subscribers by itself. */
export const automatic = {
  announces: flag("Annoncer chaque nouvel épisode", {
    help: "Une lettre part d’elle-même après chaque publication, à qui a choisi les épisodes. Ni les anciens épisodes ni un catalogue importé ne sont annoncés.",
    default: false,
  }),
  announceIntro: area("Texte de l’annonce", {
    help: `Au-dessus de la carte de l’épisode. ${PLACES}`,
    rows: 5,
    isMarkdown: true,
    default: "Bonjour,\n\nUn nouvel épisode vient de paraître.",
  }),
  digest: choice(
    "Résumé des nouveautés",
    { off: "Aucun", weekly: "Chaque semaine", monthly: "Chaque mois" },
    {
      help: "Épisodes, articles et actualités parus depuis le précédent. Rien de neuf\u00a0: rien ne part.",
      default: "off",
    },
  ),
  digestWeekday: choice(
    "Jour de la semaine",
    {
      monday: "Lundi",
      tuesday: "Mardi",
      wednesday: "Mercredi",
      thursday: "Jeudi",
      friday: "Vendredi",
      saturday: "Samedi",
      sunday: "Dimanche",
    },
    { help: "Pour un résumé hebdomadaire.", default: "friday" },
  ),
  digestDay: number("Jour du mois", {
    help: "Pour un résumé mensuel.",
    least: 1,
    most: 28,
    default: 1,
  }),
  digestHour: number("Heure", {
    help: "À Paris, de 0 à 23. La lettre est programmée une heure avant\u00a0: vous pouvez la corriger ou l’annuler.",
    least: 0,
    most: 23,
    unit: "h",
    default: 9,
  }),
  ...advanced({
    announceDelay: number("Attendre après la publication", {
      help: "En minutes. D’ici là, la lettre est programmée\u00a0: vous pouvez la corriger ou l’annuler, et dépublier l’épisode la retient.",
      least: 5,
      most: 1_440,
      unit: "minutes",
      default: 30,
    }),
    announceSubject: text("Objet de l’annonce", {
      help: PLACES,
      longest: 150,
      isRequired: true,
      default: "Nouvel épisode\u00a0: {titre}",
    }),
    digestTopic: choice(
      "Qui reçoit le résumé",
      {
        letters: "Qui a choisi les lettres",
        episodes: "Qui a choisi les épisodes",
        news: "Qui a choisi les actualités et articles",
      },
      { default: "letters" },
    ),
    digestSubject: text("Objet du résumé", {
      help: "{podcast} et {date} y sont remplacés.",
      longest: 150,
      isRequired: true,
      default: "{podcast}\u00a0: les nouveautés",
    }),
    digestIntro: area("Texte du résumé", {
      help: "Au-dessus des nouveautés. {podcast} et {date} y sont remplacés.",
      rows: 5,
      isMarkdown: true,
      default: "Bonjour,\n\nVoici ce qui est paru depuis notre dernier courrier.",
    }),
    isArchived: flag("Montrer ces lettres dans les archives", {
      help: "Elles se lisent alors aussi sur le site, à l’adresse /lettres.",
      default: true,
    }),
  }),
}
