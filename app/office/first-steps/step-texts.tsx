import type { Step } from "#app/base/settings/first-steps.ts"

type StepText = { title: string; text: React.ReactNode; links: { to: string; label: string }[] }

/** What each step is for, and where it is taken. */
export const STEP_TEXTS: Record<Step, StepText> = {
  podcast: {
    title: "Le nom et le look",
    text: "Le nom suffit pour commencer : il remplace aussitôt, partout sur le site, ce qui vient d’un autre podcast.",
    links: [{ to: "/admin/site/appearance", label: "Couleurs, police et logo" }],
  },
  episode: {
    title: "Le premier épisode",
    text: "Un titre, un invité (ou « Épisode sans invité ») et un son suffisent\u00a0: le reste peut venir ensuite.",
    links: [
      { to: "/admin/episodes/new", label: "Écrire un épisode" },
      { to: "/admin/import", label: "Importer un flux" },
      { to: "/admin/moving", label: "Venir d’un autre hébergeur" },
    ],
  },
  mail: {
    title: "Les e-mails",
    text: "Pour confirmer les inscriptions, retrouver un mot de passe et prévenir des messages, le site a besoin d’un serveur d’envoi. Sans lui, les e-mails restent des fichiers sur le serveur.",
    links: [{ to: "/admin/site/mail", label: "Régler les e-mails" }],
  },
  backup: {
    title: "La sauvegarde",
    text: (
      <p>
        Chaque jour, le site copie lui-même sa base de données et ses médias dans le dossier{" "}
        <code>backups</code> de ses données, et garde les sept dernières copies. Gardez-en une ailleurs aussi
        {"\u00a0"}: <code>npm run backup</code> en fait une à tout moment. Avec une base de données à part,
        c’est elle qu’il faut copier.
      </p>
    ),
    links: [{ to: "/admin/maintenance/backups", label: "Voir les sauvegardes" }],
  },
}
