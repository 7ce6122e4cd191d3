import { advanced, area, flag, text } from "../setting.server.ts"

const onPages = { isOnEveryPage: true } as const

/** Sentences and words of the pages that have a colour of their own. */
export const texts = {
  isNeutral: flag("Sans les textes livrés avec le site", {
    help: "Ce que personne n’a rempli (slogan, description, chiffres, hôtes, plateformes…) reste vide, et les mots ci-dessous deviennent ceux de n’importe quel podcast. Ce que vous avez rempli ne change pas.",
    default: false,
    ...onPages,
  }),
  round: text("Mot devant le numéro d’un épisode", {
    help: "Comme dans « Épisode 12 ».",
    longest: 30,
    isRequired: true,
    default: "Round",
    elsewhere: "Épisode",
    ...onPages,
  }),
  newsTitle: text("Titre de la page des actualités", {
    longest: 80,
    isRequired: true,
    default: "Actualités Hip-Hop",
    elsewhere: "Actualités",
    ...onPages,
  }),
  categoryNews: category("Première", { default: "CKO News", elsewhere: "Vie du podcast" }),
  guestsTitle: text("Au-dessus des invités d’un épisode", {
    longest: 60,
    isRequired: true,
    default: "Sur le ring",
    elsewhere: "Dans cet épisode",
    ...onPages,
  }),
  newsletterTitle: text("Titre de la newsletter", {
    longest: 60,
    isRequired: true,
    default: "Au son de la cloche",
    elsewhere: "La newsletter",
    ...onPages,
  }),
  ...advanced({
    newsDescription: text("Résumé de la page des actualités", {
      help: "Pour les moteurs de recherche et les réseaux sociaux ; le nom du podcast suit.",
      longest: 200,
      default: "Actualités, interviews, événements et images de la culture hip-hop",
      elsewhere: "",
      ...onPages,
    }),
    blogDescription: text("Résumé de la page du blog", {
      help: "Pour les moteurs de recherche et les réseaux sociaux, après « Les articles de » et le nom du podcast.",
      longest: 200,
      default: "la culture hip-hop prise au sérieux, sans jamais s’y ennuyer",
      elsewhere: "",
      ...onPages,
    }),
    categoryInterview: category("Deuxième", { default: "Interview" }),
    categoryEvent: category("Troisième", { default: "Événement" }),
    categoryMusic: category("Quatrième", { default: "Musique" }),
    categoryCulture: category("Cinquième", { default: "Culture Hip-Hop", elsewhere: "Culture" }),
    noComments: text("Sous un épisode sans commentaire", {
      default: "Aucun commentaire pour le moment. Ouvrez le premier round.",
      elsewhere: "Aucun commentaire pour le moment. Écrivez le premier.",
      ...onPages,
    }),
    newsletterWelcome: text("Bienvenue à qui confirme son inscription", {
      default: "Bienvenue au bord du ring.",
      elsewhere: "Bienvenue.",
      ...onPages,
    }),
    goodbye: text("Au revoir à qui supprime son compte", {
      default: "À bientôt au bord du ring.",
      elsewhere: "À bientôt.",
    }),
    contactIntro: text("Sous le titre de la page de contact", {
      default: "Trois bonnes raisons de monter sur le ring avec nous.",
      elsewhere: "Trois bonnes raisons de nous écrire.",
      ...onPages,
    }),
    contactPartners: area("Contact : partenariats", {
      rows: 2,
      default:
        "Une marque, une salle, un festival qui respecte la culture ? Parlons de ce que nous pouvons construire ensemble.",
      elsewhere: "Une marque, un lieu, un festival ? Dites-nous qui vous êtes, et à quoi vous pensez.",
      ...onPages,
    }),
    contactGuests: area("Contact : proposer un invité", {
      rows: 2,
      default:
        "Un artiste, une danseuse, un technicien de l’ombre qui mérite le micro ? Dites-nous qui, et pourquoi maintenant.",
      elsewhere: "Quelqu’un qui mérite le micro ? Dites-nous qui, et pourquoi maintenant.",
      ...onPages,
    }),
    contactQuestions: area("Contact : questions générales", {
      rows: 2,
      default:
        "Une remarque sur un épisode, une précision, un désaccord : nous lisons tout, même les coups sous la ceinture.",
      elsewhere: "Une remarque sur un épisode, une précision, un désaccord ? Écrivez-nous.",
      ...onPages,
    }),
    joinTeam: area("Contact : rejoindre l’équipe", {
      help: "Les réseaux sociaux suivent. Vide, ce cadre n’est pas affiché.",
      rows: 3,
      default:
        "Montage, image, écriture, programmation : le coin a toujours besoin de bras. Présentez-vous en trois lignes et montrez-nous ce que vous savez faire, sur l’un de nos réseaux :",
      elsewhere: "",
      ...onPages,
    }),
    notFound: text("Page introuvable : le titre", {
      help: "En anglais, comme le reste de cette page.",
      default: "Page not found: down for the count",
      elsewhere: "Page not found",
      ...onPages,
    }),
    notFoundHint: text("Page introuvable : l’explication", {
      default: "The address may be misspelled, or the page may have left the ring for good.",
      elsewhere: "The address may be misspelled, or the page may be gone for good.",
      ...onPages,
    }),
  }),
}

function category(which: string, words: { default: string; elsewhere?: string }) {
  return text(`${which} catégorie d’actualités`, { longest: 60, isRequired: true, ...words, ...onPages })
}
