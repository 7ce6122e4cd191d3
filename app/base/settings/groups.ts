import type { Reach } from "#app/kit/lib/reaches.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"

/**
 * `reaches`: what saving it or giving back a default may reach, and why it then waits for re-authentication. `isTab`: it is also a tab of
 * another entry of the sidebar, below which it is shown. `at`: it is a part of a page that shows more than settings.
 */
type Group = { title: string; text: string; icon: IconName; reaches?: Reach; isTab?: true; at?: string }

/** The groups of settings, each with an address of its own below `/admin/site`. */
export const GROUPS = {
  podcast: {
    title: "Le podcast",
    text: "Nom, description, couverture, catégories, propriétaire.",
    icon: "mic",
    // Directories mail the code of ownership to its owner.
    reaches: "feed",
  },
  feed: {
    title: "Options du flux",
    text: "Ce que lisent les applications d’écoute et les annuaires.",
    icon: "rss",
    // Whoever says where the feed goes takes its subscribers along.
    reaches: "feed",
  },
  embeds: {
    title: "Lecteur intégré",
    text: "Sur quels autres sites le lecteur peut être montré.",
    icon: "audio-lines",
  },
  presentation: {
    title: "Accueil et à propos",
    text: "L’affiche, les chiffres, la mission et les hôtes.",
    icon: "user",
  },
  texts: {
    title: "Textes",
    text: "Les mots et les phrases des pages, et ceux livrés avec le site.",
    icon: "text",
  },
  appearance: {
    title: "Couleurs et images",
    text: "Couleurs, police des titres, logo et images du site.",
    icon: "palette",
  },
  links: {
    title: "Plateformes et réseaux",
    text: "Où l’on écoute et suit le podcast ailleurs.",
    icon: "link",
    isTab: true,
  },
  support: {
    title: "Soutenir",
    text: "Le texte de la page où l’on soutient le podcast, et là où l’on paie.",
    icon: "heart",
    // Whoever says where one pays gets the money.
    reaches: "elsewhere",
  },
  navigation: {
    title: "Menus",
    text: "Les entrées du menu et du pied de page.",
    icon: "menu",
  },
  rules: {
    title: "Règles des échanges",
    text: "Qui peut commenter et écrire, jusqu’à quand, et combien.",
    icon: "shield-check",
  },
  retention: {
    title: "Conservation",
    text: "Combien de temps restent messages, journal, e-mails et sauvegardes.",
    icon: "history",
    // Of a short time, most of what was received goes.
    reaches: "for-good",
  },
  audience: {
    title: "Mesure d’audience",
    text: "Ce que le site mesure lui-même, et qui le voit.",
    icon: "audio-lines",
  },
  uploads: {
    title: "Fichiers",
    text: "Taille des envois et place de la médiathèque.",
    icon: "hard-drive",
  },
  legal: {
    title: "Mentions légales",
    text: "Qui édite et héberge le site\u202f; les deux pages en sont écrites.",
    icon: "file-text",
  },
  mail: {
    title: "E-mails",
    text: "Par quel serveur partent les e-mails, et de quelle adresse.",
    icon: "mail",
    // Whoever says where mails go takes accounts over, by their links.
    reaches: "access",
  },
  letters: {
    title: "Rythme des envois",
    text: "Combien d’e-mails de la newsletter partent à la fois.",
    icon: "bell",
  },
  automatic: {
    title: "Lettres automatiques",
    text: "Annoncer chaque épisode, ou résumer les nouveautés par semaine ou par mois.",
    icon: "bell",
    isTab: true,
    // It writes to all subscribers, whatever is typed here.
    reaches: "many",
  },
  returns: {
    title: "Retours",
    text: "La boîte où reviennent les lettres non remises et les signalements.",
    icon: "mail",
    isTab: true,
    // Whoever says where bounces are read says whose subscriptions end.
    reaches: "people",
  },
  updates: {
    title: "Nouvelles versions",
    text: "Si le site demande s’il y en a une, et où.",
    icon: "heart-pulse",
    at: "/admin/health",
  },
} satisfies Record<string, Group>

export type GroupName = keyof typeof GROUPS

/** What the back office lists: a few pages, each of one group or several, in which they stand as tabs. */
export const SETTING_PAGES = {
  identity: {
    title: "Identité",
    text: "Nom, description, couverture, accueil, à propos",
    icon: "mic",
    groups: ["podcast", "presentation"],
  },
  appearance: {
    title: "Apparence",
    text: "Couleurs, images, menus, textes",
    icon: "palette",
    groups: ["appearance", "navigation", "texts"],
  },
  distribution: {
    title: "Diffusion",
    text: "Ce que dit le flux, plateformes, soutien, lecteur intégré",
    icon: "rss",
    groups: ["feed", "links", "support", "embeds"],
  },
  mail: {
    title: "Newsletter et e-mails",
    text: "Envoi, lettres automatiques, retours",
    icon: "mail",
    groups: ["mail", "letters", "automatic", "returns"],
  },
  exchanges: {
    title: "Échanges",
    text: "Commentaires, messages, limites",
    icon: "message-square",
    groups: ["rules"],
  },
  legal: {
    title: "Mentions et données",
    text: "Pages légales, conservation, mesure d’audience",
    icon: "shield-check",
    groups: ["legal", "retention", "audience"],
  },
} as const satisfies Record<
  string,
  { title: string; text: string; icon: IconName; groups: readonly GroupName[] }
>

export type SettingPage = keyof typeof SETTING_PAGES

/** The page that a group is part of; undefined for one that stands elsewhere in the back office. */
export const pageOf = (group: GroupName) =>
  Object.values(SETTING_PAGES).find(({ groups }: { groups: readonly GroupName[] }) => groups.includes(group))

/** Those whose page is their form and nothing else. */
export const PLAIN_GROUPS: readonly GroupName[] = [
  "podcast",
  "feed",
  "embeds",
  "presentation",
  "texts",
  "appearance",
  "links",
  "support",
  "navigation",
  "rules",
  "uploads",
  "letters",
  "automatic",
]

/** The group that an address of the back office is about. */
export function groupAt(pathname: string) {
  const name = pathname.slice(SITE_SETTINGS.length + 1)
  return Object.hasOwn(GROUPS, name) ? (name as GroupName) : undefined
}

/** What saving a group may reach that waits for re-authentication. */
export function reachOf(group: GroupName): Reach | undefined {
  const { reaches }: Group = GROUPS[group]
  return reaches
}

export const SITE_SETTINGS = "/admin/site"

export function groupAddress(group: GroupName) {
  const { at }: Group = GROUPS[group]
  return at ?? `${SITE_SETTINGS}/${group}`
}
