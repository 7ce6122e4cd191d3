import { advanced, choice, number } from "../setting.server.ts"

/** How the site treats what visitors send. */
export const rules = {
  comments: choice(
    "Espace de commentaires",
    { open: "Ouvert sous chaque épisode", closed: "Fermé\u00a0: les commentaires parus restent lisibles" },
    {
      help: "Un épisode peut s’en écarter, dans son formulaire.",
      words:
        "qui peut commenter avis réactions commentaires activer désactiver autoriser interdire fermer couper",
      default: "open",
    },
  ),
  moderation: choice(
    "Relecture des commentaires",
    {
      none: "Tous paraissent aussitôt",
      links: "Ceux qui contiennent des liens attendent une relecture",
      all: "Tous attendent une relecture",
    },
    {
      help: "Si seuls les liens attendent, ceux de qui a confirmé son adresse e-mail, ou dont l’équipe a déjà approuvé un commentaire, paraissent aussitôt. Si tous attendent, seule l’équipe, connectée, n’attend pas.",
      words: "relire approuver valider modérer modération a priori avant publication spam filtrer",
      default: "none",
    },
  ),
  commentDays: number("Fermer les commentaires après", {
    help: "Compté depuis la publication de chaque épisode\u202f; 0, jamais. Un épisode peut s’en écarter.",
    words: "désactiver anciens",
    unit: "jours",
    least: 0,
    most: 3_650,
    default: 0,
  }),
  newsletterConsent: choice(
    "Inscription à la newsletter en commentant",
    {
      automatic: "Qui commente est inscrit, et le formulaire l’annonce",
      checkbox: "Seulement si la case est cochée",
    },
    { default: "automatic", isOnEveryPage: true },
  ),
  ...advanced({
    commentsPerHour: number("Commentaires par heure d’un même visiteur", {
      help: "Au-delà, il doit attendre.",
      least: 2,
      most: 500,
      default: 30,
    }),
    messagesPerHour: number("Messages de contact par heure d’un même visiteur", {
      help: "Au-delà, il doit attendre.",
      least: 1,
      most: 100,
      default: 5,
    }),
    subscriptionsPerHour: number("Demandes d’inscription à la newsletter par heure d’un même visiteur", {
      help: "Par le formulaire. Chaque adresse e-mail ne reçoit de toute façon que trois demandes par heure.",
      least: 1,
      most: 200,
      default: 5,
    }),
    likesPerHour: number("«\u00a0J’aime\u00a0» d’un épisode par heure d’un même visiteur", {
      help: "Plusieurs personnes peuvent partager une adresse\u00a0: une école, une entreprise. Par jour, trois fois plus.",
      least: 1,
      most: 1_000,
      default: 20,
    }),
    signUpsPerHour: number("Comptes créés par heure d’un même visiteur", {
      help: "À relever le temps d’un atelier où beaucoup s’inscrivent depuis le même réseau.",
      least: 1,
      most: 500,
      default: 10,
    }),
  }),
}
