import { advanced, area, list, text, webAddress } from "../setting.server.ts"

/** What the home page and « À propos » say of the podcast and its hosts. */
export const presentation = {
  concept: list(
    "Concept",
    {
      word: { label: "Mot", kind: "text" },
      text: { label: "Ce qu’il veut dire", kind: "area" },
    },
    {
      help: "Les mots de l’affiche d’accueil, chacun expliqué sur « À propos ». Sans aucun, l’affiche montre le nom du podcast.",
      one: "un mot",
      most: 4,
      default: [
        {
          word: "Culture",
          text: "Le rap, le graffiti, la danse, le son : on remonte aux sources, on cite les anciens et on donne la parole à celles et ceux qui font la scène d’aujourd’hui.",
        },
        {
          word: "Knock",
          text: "On frappe à toutes les portes. Des questions franches, sans esquive ni complaisance, posées avec le respect que l’on doit à qui monte sur le ring.",
        },
        {
          word: "Out",
          text: "On sort du cadre. Une heure de conversation sans coupe, jusqu’à la cloche, pour dire ce qui ne tient pas dans un extrait de trente secondes.",
        },
      ],
      elsewhere: [],
    },
  ),
  mission: area("Mission", {
    help: "Le premier texte d’« À propos ».",
    rows: 5,
    default:
      "CKO raconte le hip-hop francophone vu du bord du ring. Nous prenons le temps d’écouter celles et ceux qui l’écrivent, le dansent, le peignent et le produisent, et nous gardons leur parole entière.",
    elsewhere: "",
  }),
  hosts: list(
    "Hôtes",
    {
      name: { label: "Nom", kind: "text" },
      corner: { label: "Au-dessus du nom", kind: "text", hint: "Par exemple « À la technique »." },
      role: { label: "Rôle", kind: "text" },
      bio: { label: "Présentation", kind: "area" },
      picture: { label: "Photo", kind: "picture" },
      links: { label: "Liens", kind: "area", hint: "Une adresse par ligne." },
    },
    {
      one: "un hôte",
      most: 8,
      default: [
        {
          name: "Awa Lindor",
          corner: "Coin rouge",
          role: "Voix, écriture, questions qui piquent",
          bio: "Ancienne danseuse devenue journaliste, Awa prépare chaque épisode comme un combat : elle connaît le palmarès de l’invité mieux que lui.",
          picture: "",
          links: "",
        },
        {
          name: "Yanis Corvel",
          corner: "Coin or",
          role: "Son, archives, mauvaise foi assumée",
          bio: "Beatmaker et collectionneur de vinyles, Yanis retrouve l’échantillon oublié, lance le morceau au bon moment et ne concède jamais un round.",
          picture: "",
          links: "",
        },
      ],
      elsewhere: [],
    },
  ),
  ...advanced({
    figures: list(
      "Chiffres",
      {
        value: { label: "Chiffre", kind: "text" },
        label: { label: "Ce qu’il compte", kind: "text" },
        prefix: { label: "Avant le chiffre", kind: "text", hint: "Par exemple « plus de »." },
      },
      {
        help: "Sur la page d’accueil et sur « À propos ». Sans aucun, rien ne s’affiche.",
        one: "un chiffre",
        most: 6,
        needs: ["label"],
        default: [
          { value: "10M", label: "de vues en 4 mois", prefix: "plus de" },
          { value: "2.7M", label: "de vues pour un seul invité", prefix: "" },
          { value: "100K", label: "vues en 24 h", prefix: "plus de" },
        ],
        elsewhere: [],
      },
    ),
    audioLabel: text("Second bouton de l’affiche", {
      help: "À côté de « Voir les épisodes ».",
      longest: 60,
      default: "Écouter sur Spotify",
    }),
    audioUrl: webAddress("Adresse du second bouton", {
      help: "Vide, le bouton n’est pas affiché.",
      default: "https://open.spotify.com/",
      elsewhere: "",
    }),
  }),
}
