import { FIRST_STEPS, type Step } from "#app/base/settings/first-steps.ts"
import { groupAddress } from "#app/base/settings/groups.ts"

type StepText = { title: string; text: string; links: { to: string; label: string }[] }

/** What each step is for, and where it is taken. */
export const STEP_TEXTS: Record<Step, StepText> = {
  podcast: {
    title: "Le nom et la couverture",
    text: "Le nom suffit pour commencer : il remplace aussitôt, partout sur le site, ce qui vient d’un autre podcast.",
    links: [{ to: "/admin/site/appearance", label: "Couleurs, police et logo" }],
  },
  episode: {
    title: "Le premier épisode",
    text: "Un titre et un son suffisent\u00a0: le reste peut venir ensuite.",
    links: [
      { to: "/admin/episodes/new", label: "Écrire un épisode" },
      { to: "/admin/import", label: "Importer un flux" },
      { to: "/admin/moving", label: "Venir d’un autre hébergeur" },
    ],
  },
  starter: {
    title: "Le contenu d’exemple",
    text: "Ce qui est arrivé avec le site montre à quoi il ressemble une fois rempli. Retirez-le quand le vôtre y est\u00a0: la page dit exactement ce qui part, et garde ce que vous avez modifié.",
    links: [{ to: `${FIRST_STEPS}/starter`, label: "Retirer le contenu d’exemple" }],
  },
  platforms: {
    title: "Les plateformes d’écoute",
    text: "Donnez une fois l’adresse de votre flux à Apple Podcasts, Spotify ou Deezer\u00a0: chaque épisode y arrive ensuite de lui-même. Puis dites ici où vous y êtes, pour que le site y mène qui veut s’abonner.",
    links: [
      { to: "/admin/feed", label: "L’adresse du flux" },
      { to: groupAddress("links"), label: "Dire où l’on vous écoute" },
    ],
  },
  mail: {
    title: "Les e-mails",
    text: "Pour confirmer les inscriptions, retrouver un mot de passe et prévenir des messages, le site a besoin d’un serveur d’envoi. Sans lui, les e-mails restent des fichiers sur le serveur.",
    links: [{ to: "/admin/site/mail", label: "Régler les e-mails" }],
  },
  backup: {
    title: "La sauvegarde",
    text: "Chaque jour, le site copie lui-même sa base de données et ses médias, et garde les sept dernières copies. Gardez-en une ailleurs aussi\u00a0: la page des sauvegardes en fait à tout moment, et les télécharge. Avec une base de données à part, c’est elle qu’il faut copier.",
    links: [{ to: "/admin/maintenance/backups", label: "Voir les sauvegardes" }],
  },
}
