import type { TypeEntry } from "#app/content/managed-type.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { can, type Permission, type Person } from "#app/kit/lib/rights.ts"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { groupAddress, type GroupName, GROUPS } from "#app/base/settings/groups.ts"
import { COLOR_SCHEMES, type ColorScheme } from "#app/kit/http/color-scheme.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import { itemAddress } from "#app/content/managed-type.ts"
import { searchable } from "#app/kit/lib/search-words.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { SCHEME_LABELS } from "../color-scheme.copy.ts"
import { BACKUPS, MAINTENANCE, SETTINGS, sidebarGroups } from "../sidebar-entries.ts"

/** Something that can be done or opened from anywhere in the back office: an address, other colours, or signing out. */
export type Action = {
  label: string
  icon: IconName
  permission: Permission
  /** Other words for it. */
  words?: string
} & ({ to: string } | { scheme: ColorScheme } | { signsOut: true })

const SCHEME_WORDS: Record<ColorScheme, string> = {
  auto: "thème apparence automatique",
  light: "thème apparence jour light",
  dark: "thème apparence nuit dark",
}

const SETTING_GROUPS: Action[] = Object.entries(GROUPS).map(([name, { title, text, icon }]) => ({
  label: `Réglages : ${title}`,
  icon,
  permission: "administration",
  to: groupAddress(name as GroupName),
  words: text,
}))

const OTHERS: Action[] = [
  {
    label: "Importer un flux",
    icon: "download",
    permission: "administration",
    to: "/admin/import",
    words: "rss podcast épisodes reprendre",
  },
  {
    label: "Premiers pas",
    icon: "list-checks",
    permission: "administration",
    to: FIRST_STEPS,
    words: "commencer démarrer étapes nom couverture installer",
  },
  {
    label: "Créer un utilisateur",
    icon: "user-plus",
    permission: "administration",
    to: "/admin/users?action=create",
    words: "nouveau compte ajouter",
  },
  {
    label: "Sécurité du compte",
    icon: "shield-check",
    permission: "settings",
    to: "/admin/settings/security",
    words: "double authentification clé passkey codes totp",
  },
  {
    label: "Sauvegardes",
    icon: "archive-restore",
    permission: "administration",
    to: BACKUPS,
    words: "copies backup restaurer restauration télécharger base",
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
    label: "Corbeille",
    icon: "trash",
    permission: "moderation",
    to: BIN,
    words: "poubelle supprimé effacé restaurer annuler récupérer",
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
    words: "rss annuaires apple spotify vérifier abonnés",
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
  const allowed = all.filter(({ permission }) => can(person, permission))
  const wanted = searchable(search)
  if (!wanted) return allowed
  const ranked = allowed.map((action) => ({ action, rank: rankOf(action, wanted) }))
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ action }) => action)
}

const NO_MATCH = 3

function rankOf({ label, words = "" }: Action, wanted: string) {
  const name = searchable(label)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  return ` ${searchable(words)}`.includes(` ${wanted}`) ? 2 : NO_MATCH
}
