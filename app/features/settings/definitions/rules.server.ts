import { choice } from "../setting.server.ts"

/** How the site treats what visitors send. */
export const rules = {
  moderation: choice(
    "Commentaires",
    {
      none: "Tous paraissent aussitôt",
      links: "Ceux qui contiennent des liens attendent une relecture",
    },
    {
      help: "Qui a déjà un commentaire publié n’attend pas.",
      default: "none",
    },
  ),
  newsletterConsent: choice(
    "Inscription à la newsletter en commentant",
    {
      automatic: "Commenter inscrit, comme le formulaire l’annonce",
      checkbox: "Seulement si la case est cochée",
    },
    { default: "automatic", isOnEveryPage: true },
  ),
}
