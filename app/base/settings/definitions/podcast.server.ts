import { APPLE_CATEGORIES } from "../apple-categories.ts"
import { advanced, area, choice, choices, email, flag, number, picture, text } from "../setting.server.ts"

/** What a directory of podcasts knows of one, and every page of its name. */
export const podcast = {
  name: text("Nom du podcast", {
    words: "titre renommer",
    longest: 80,
    isRequired: true,
    default: "CKO",
    elsewhere: "Mon podcast",
    isOnEveryPage: true,
  }),
  tagline: text("Slogan", {
    help: "Une phrase courte, sous le nom\u00a0: sur la page d’accueil et au pied de chaque page.",
    longest: 150,
    default: "Le podcast hip-hop qui ne jette pas l’éponge",
    elsewhere: "",
    isOnEveryPage: true,
  }),
  description: area("Description", {
    help: "Ce que montrent les moteurs de recherche, les réseaux sociaux et les applications d’écoute.",
    longest: 4_000,
    default:
      "Le podcast francophone de la culture hip-hop : deux hôtes, un invité, une conversation sans esquive, du premier round jusqu’à la cloche.",
    elsewhere: "",
  }),
  cover: picture("Couverture", {
    help: "Une image carrée de la médiathèque, de 1 400 à 3 000 pixels de côté, comme les applications d’écoute la demandent.",
    square: { least: 1_400, most: 3_000 },
    words: "pochette jaquette vignette image",
    default: "",
    isOnEveryPage: true,
  }),
  categories: choices("Catégories", APPLE_CATEGORIES, {
    help: "Celles d’Apple Podcasts, que toutes les applications comprennent. La première compte le plus.",
    most: 3,
    words: "genre rubrique classement",
    default: ["Music", "Society & Culture"],
    elsewhere: [],
  }),
  isExplicit: flag("Contenu explicite", {
    help: "À cocher si le podcast contient d’ordinaire un langage cru.",
    default: false,
  }),
  ...advanced({
    language: choice(
      "Langue",
      {
        fr: "Français",
        "fr-BE": "Français (Belgique)",
        "fr-CA": "Français (Canada)",
        "fr-CH": "Français (Suisse)",
      },
      { help: "Celle dans laquelle on parle dans les épisodes.", default: "fr" },
    ),
    location: text("Lieu", {
      help: "Celui dont parle le podcast, s’il y en a un\u00a0: une ville, un quartier, une région. Des applications y trouvent ce qui se dit près de chez soi.",
      longest: 128,
      default: "",
    }),
    author: text("Auteur", {
      help: "Le nom affiché par les applications d’écoute\u202f; vide, c’est celui du podcast.",
      default: "",
    }),
    ownerName: text("Propriétaire", {
      help: "La personne ou la structure que les annuaires de podcasts peuvent joindre.",
      default: "",
    }),
    ownerEmail: email("Adresse e-mail du propriétaire", {
      help: "Elle est publique dans le flux\u00a0: les annuaires y envoient de quoi prouver que le podcast est le vôtre.",
      words: "courriel mail contact spotify",
      default: "",
    }),
    copyrightYear: number("Année du copyright", {
      least: 1900,
      most: 2100,
      default: 2025,
      isOnEveryPage: true,
    }),
    copyrightHolder: text("Titulaire du copyright", {
      help: "Vide, c’est le nom du podcast.",
      default: "",
      isOnEveryPage: true,
    }),
  }),
}
