import type { TypeEntry } from "#app/content/managed-type.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { can, type Permission, type Person } from "#app/kit/lib/rights.ts"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { groupAddress, type GroupName, GROUPS } from "#app/base/settings/groups.ts"
import { COLOR_SCHEMES, type ColorScheme } from "#app/kit/http/color-scheme.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import { itemAddress } from "#app/content/managed-type.ts"
import { askedWords, searchable } from "#app/kit/lib/search-words.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { SCHEME_LABELS } from "../color-scheme.copy.ts"
import { BACKUPS, MAINTENANCE, SETTINGS, sidebarGroups } from "../sidebar-entries.ts"

/** Something that can be done or opened from anywhere in the back office: an address, other colours, or signing out. */
export type Action = {
  label: string
  icon: IconName
  /** Of several any one. */
  permission: Permission | Permission[]
  /** Other words for it, as hosts use them. */
  words?: string
} & ({ to: string } | { scheme: ColorScheme } | { signsOut: true })

const SCHEME_WORDS: Record<ColorScheme, string> = {
  auto: "mode thème apparence automatique",
  light: "mode thème apparence jour light",
  dark: "mode thème apparence nuit dark",
}

const SETTING_GROUPS: Action[] = Object.entries(GROUPS).map(([name, { title, text, icon }]) => ({
  label: `Réglages : ${title}`,
  icon,
  permission: "administration",
  to: groupAddress(name as GroupName),
  words: text,
}))

/** Other words for what the sidebar leads to, by its address. */
const PAGE_WORDS: Record<string, string> = {
  "/admin/episodes":
    "podcast émissions chapitres minutage extraits brouillons programmer planifier dépublier retirer dupliquer vues exporter csv",
  "/admin/guests": "personnes intervenants fiche fusionner doublons photo",
  "/admin/transcripts": "transcrire automatiquement retranscription épisode texte sous-titres verbatim",
  "/admin/news": "actus galeries exporter csv",
  "/admin/blog": "articles billets exporter csv",
  "/admin/media": "images photos sons audio mp3 vidéos fichiers envoyer téléverser uploader",
  "/admin/comments":
    "modérer modération masquer approuver valider relire supprimer bloquer bannir spam insultes mots interdits répondre avis exporter csv",
  "/admin/messages": "contact courrier boîte réception lire répondre archiver exporter csv",
  "/admin/newsletter": "newsletter liste contacts exporter csv désinscrire désabonner réactiver confirmation",
  "/admin/letters": "newsletter campagne envois test programmer planifier",
  "/admin/moving": "migrer rapatrier hébergeur copier sons",
  "/admin/site": "configuration options préférences",
  "/admin/log": "historique activité qui modifié connexions traces audit",
  "/admin/redirects": "rediriger anciennes adresses liens url 301",
  "/admin/personal-data": "rgpd vie privée effacer personne oubli exporter",
  "/admin/users":
    "équipe membres comptes rôles droits permissions administrateurs modérateurs second facteur exiger",
  "/admin/settings":
    "profil mon compte prénom pays signature nom affiché adresse e-mail changer notifications prévenir alertes sessions appareils supprimer",
}

const OTHERS: Action[] = [
  {
    label: "Importer un flux",
    icon: "download",
    permission: "administration",
    to: "/admin/import",
    words: "rss podcast épisodes reprendre récupérer",
  },
  {
    label: "Épisodes les plus vus",
    icon: "eye",
    permission: "writing",
    to: "/admin/episodes?sort=vues&order=desc",
    words: "statistiques stats audience écoutes chiffres classement top",
  },
  {
    label: "Évolution des abonnés",
    icon: "mail",
    permission: "administration",
    to: "/admin/newsletter/growth",
    words: "statistiques stats audience croissance courbe désabonnements newsletter",
  },
  {
    label: "Importer des abonnés",
    icon: "download",
    permission: "administration",
    to: "/admin/newsletter/import",
    words: "liste csv mailchimp newsletter ajouter reprendre",
  },
  {
    label: "Changer d’hébergeur",
    icon: "signpost",
    permission: "administration",
    to: "/admin/moving/out",
    words: "migrer transférer déménager quitter partir podcast flux",
  },
  {
    label: "Premiers pas",
    icon: "list-checks",
    permission: "administration",
    to: FIRST_STEPS,
    words: "commencer démarrer étapes nom couverture installer",
  },
  {
    label: "Inviter une personne",
    icon: "mail",
    permission: "administration",
    to: `/admin/users?${ASKED}=invite`,
    words: "équipe membre ajouter collaborateur utilisateur invitation lien",
  },
  {
    label: "Créer un utilisateur",
    icon: "user-plus",
    permission: "administration",
    to: `/admin/users?${ASKED}=create`,
    words: "nouveau compte ajouter",
  },
  {
    label: "Votre mot de passe",
    icon: "pen-line",
    permission: "settings",
    to: `${SETTINGS.to}#mot-de-passe`,
    words: "changer modifier password",
  },
  {
    label: "Sécurité du compte",
    icon: "shield-check",
    permission: "settings",
    to: "/admin/settings/security",
    words: "double authentification deux second facteur 2fa clé d’accès passkey codes totp",
  },
  {
    label: "Corbeille",
    icon: "trash",
    permission: ["moderation", "publishing", "letters"],
    to: BIN,
    words: "poubelle supprimé effacé erreur restaurer annuler récupérer épisode article commentaire",
  },
  {
    label: "Sauvegardes",
    icon: "archive-restore",
    permission: "administration",
    to: BACKUPS,
    words: "copies backup restaurer restauration télécharger base exporter",
  },
  {
    label: "Sauvegarder maintenant",
    icon: "save",
    permission: "administration",
    to: `${BACKUPS}?${ASKED}=make`,
    words: "copie copier backup",
  },
  {
    label: "Santé du site",
    icon: "hard-drive",
    permission: "administration",
    to: "/admin/health",
    words: "état sauvegarde stockage version diagnostic",
  },
  {
    label: "Travaux",
    icon: "list-checks",
    permission: "administration",
    to: "/admin/jobs",
    words: "file attente tâches échec réessayer en cours arrière-plan queue",
  },
  {
    label: "Adresses introuvables",
    icon: "signpost",
    permission: "administration",
    to: "/admin/redirects/missing",
    words: "404 liens cassés morts pages erreurs",
  },
  {
    label: "Contenu d’exemple",
    icon: "trash",
    permission: "administration",
    to: `${FIRST_STEPS}/starter`,
    words: "retirer supprimer démonstration faux épisodes",
  },
  {
    label: "Entretien",
    icon: "wrench",
    permission: "administration",
    to: MAINTENANCE,
    words: "sauvegardes copies journal santé redirections données fichiers inutilisés maintenance état",
  },
  {
    label: "Flux du podcast",
    icon: "rss",
    permission: "administration",
    to: "/admin/feed",
    words: "rss annuaires apple podcasts spotify vérifier abonnés",
  },
  { label: "Voir le site", icon: "globe", permission: "settings", to: "/", words: "accueil public" },
  ...COLOR_SCHEMES.map((scheme): Action => ({
    label: `Couleurs : ${SCHEME_LABELS[scheme].toLowerCase()}`,
    icon: "sun-moon",
    permission: "settings",
    scheme,
    words: SCHEME_WORDS[scheme],
  })),
  { label: "Déconnexion", icon: "log-out", permission: "settings", signsOut: true, words: "quitter sortir" },
]

function newOne({ to, new: label, otherWords, hasPages, permission }: TypeEntry): Action[] {
  if (!label) return []
  return [
    {
      ...{ label, icon: "plus", permission, words: otherWords },
      to: hasPages ? itemAddress(to, "new") : `${to}#${FORM}`,
    },
  ]
}

/** What has a fuller name here than in the sidebar. */
const NAMED = new Set([...SETTING_GROUPS, ...OTHERS].flatMap((action) => ("to" in action ? [action.to] : [])))

/** What somebody may do, narrowed down: what begins with the words first, then what contains them, then what is meant by them. */
export function findActions(person: Person, types: TypeEntry[], search: string): Action[] {
  const pages = sidebarGroups(types, person)
    .flatMap(({ entries }) => entries.flatMap((entry) => entry.pages))
    .flatMap((page) => [page, ...(page.inside ?? [])])
    .filter(({ to }) => !NAMED.has(to))
  const all = [...types.flatMap(newOne), ...pages, ...SETTING_GROUPS, SETTINGS, ...OTHERS]
  const allowed = all.filter(({ permission }) => [permission].flat().some((one) => can(person, one)))
  const wanted = searchable(search)
  if (!wanted) return allowed
  const asked = askedWords(search)
  const ranked = allowed.map((action) => ({ action, rank: rankOf(action, wanted, asked) }))
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ action }) => action)
}

const NO_MATCH = 4

function rankOf(action: Action, wanted: string, asked: string[]) {
  const { label, words = "" } = action
  const name = searchable(label)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  if (holdsAll(name, asked)) return 2
  const meant = "to" in action ? (PAGE_WORDS[action.to] ?? "") : ""
  return holdsAll(searchable(`${label} ${words} ${meant}`), asked) ? 3 : NO_MATCH
}

/** Each of them begins a word of the text. */
function holdsAll(text: string, asked: string[]) {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)))
}
