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
import { SCHEME_LABELS } from "../color-scheme.copy.ts"
import { BACKUPS, EXPORT, MAINTENANCE, SETTINGS, sidebarGroups } from "../sidebar-entries.ts"

/** Something that can be done or opened from anywhere in the back office: an address, other colours, or signing out. */
export type Action = {
  label: string
  icon: IconName
  /** Of several any one. */
  permission: Permission | Permission[]
  /** Other words for it, of what has no address (the others' are on the server). */
  words?: string
} & ({ to: string } | { scheme: ColorScheme } | { signsOut: true })

const SCHEME_WORDS: Record<ColorScheme, string> = {
  auto: "mode thème apparence automatique",
  light: "mode thème apparence jour light",
  dark: "mode thème apparence nuit dark",
}

/** A group that is a part of another page is found as that page. */
const SETTING_GROUPS: Action[] = Object.entries(GROUPS)
  .filter(([, group]) => !("at" in group))
  .map(([name, { title, icon }]) => ({
    label: `Réglages : ${title}`,
    icon,
    permission: "administration",
    to: groupAddress(name as GroupName),
  }))

const OTHERS: Action[] = [
  {
    label: "Importer un flux",
    icon: "download",
    permission: "administration",
    to: "/admin/import",
  },
  {
    label: "Épisodes les plus vus",
    icon: "eye",
    permission: "writing",
    to: "/admin/episodes?sort=vues&order=desc",
  },
  {
    label: "Évolution des abonnés",
    icon: "mail",
    permission: "administration",
    to: "/admin/newsletter/growth",
  },
  {
    label: "Importer des abonnés",
    icon: "download",
    permission: "administration",
    to: "/admin/newsletter/import",
  },
  {
    label: "Paiements reçus",
    icon: "inbox",
    permission: "letters",
    to: "/admin/supporters/payments",
  },
  {
    label: "Importer des soutiens",
    icon: "download",
    permission: "letters",
    to: "/admin/supporters/import",
  },
  {
    label: "Changer d’hébergeur",
    icon: "signpost",
    permission: "administration",
    to: "/admin/moving/out",
  },
  {
    label: "Premiers pas",
    icon: "list-checks",
    permission: "administration",
    to: FIRST_STEPS,
  },
  {
    label: "Inviter une personne",
    icon: "mail",
    permission: "administration",
    to: `/admin/users?${ASKED}=invite`,
  },
  {
    label: "Créer un utilisateur",
    icon: "user-plus",
    permission: "administration",
    to: `/admin/users?${ASKED}=create`,
  },
  {
    label: "Votre mot de passe",
    icon: "pen-line",
    permission: "settings",
    to: `${SETTINGS.to}#mot-de-passe`,
  },
  {
    label: "Sécurité du compte",
    icon: "shield-check",
    permission: "settings",
    to: "/admin/settings/security",
  },
  {
    label: "Corbeille",
    icon: "trash",
    permission: ["moderation", "writing", "letters"],
    to: BIN,
  },
  {
    label: "Sauvegardes",
    icon: "archive-restore",
    permission: "administration",
    to: BACKUPS,
  },
  {
    label: "Sauvegarder maintenant",
    icon: "save",
    permission: "administration",
    to: `${BACKUPS}?${ASKED}=make`,
  },
  {
    label: "Exporter tout le site",
    icon: "archive",
    permission: "administration",
    to: EXPORT,
  },
  {
    label: "Santé du site",
    icon: "hard-drive",
    permission: "administration",
    to: "/admin/health",
  },
  {
    label: "Travaux",
    icon: "list-checks",
    permission: "administration",
    to: "/admin/jobs",
  },
  {
    label: "Adresses introuvables",
    icon: "signpost",
    permission: "administration",
    to: "/admin/redirects/missing",
  },
  {
    label: "Contenu d’exemple",
    icon: "trash",
    permission: "administration",
    to: `${FIRST_STEPS}/starter`,
  },
  {
    label: "Entretien",
    icon: "wrench",
    permission: "administration",
    to: MAINTENANCE,
  },
  {
    label: "Flux du podcast",
    icon: "rss",
    permission: "administration",
    to: "/admin/feed",
  },
  { label: "Voir le site", icon: "globe", permission: "settings", to: "/" },
  ...COLOR_SCHEMES.map((scheme): Action => ({
    label: `Couleurs : ${SCHEME_LABELS[scheme].toLowerCase()}`,
    icon: "sun-moon",
    permission: "settings",
    scheme,
    words: SCHEME_WORDS[scheme],
  })),
  { label: "Déconnexion", icon: "log-out", permission: "settings", signsOut: true, words: "quitter sortir" },
]

function newOne(type: TypeEntry): Action[] {
  const { new: label, permission } = type
  return label ? [{ label, icon: "plus", permission, to: itemAddress(type.to, "new") }] : []
}

/** What has a fuller name here than in the sidebar. */
const NAMED = new Set([...SETTING_GROUPS, ...OTHERS].flatMap((action) => ("to" in action ? [action.to] : [])))

/**
 * What somebody may do, narrowed down: what begins with the words first, then what contains them, then what has them all in any
 * order. What is meant by other words the server knows (`findMeant`).
 */
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

const NO_MATCH = 3

function rankOf({ label, words = "" }: Action, wanted: string, asked: string[]) {
  const name = searchable(label)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  return beginAll(`${label} ${words}`, asked) ? 2 : NO_MATCH
}

/** Whether each of them begins a word of the text. @param asked by `askedWords` */
export function beginAll(text: string, asked: string[]) {
  const words = searchable(text).split(/[^\p{L}\p{N}]+/u)
  return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)))
}
