import type { Role } from "./roles.ts"

/** What an admin gives to a moderator, tick by tick; admins may do all of it, others nothing (docs/product.md 1.2). */
export const RIGHTS = ["write", "write-all", "publish", "letters", "moderate"] as const
export type Right = (typeof RIGHTS)[number]

/** What a moderator may do from the first day on. */
export const FIRST_RIGHTS: Right[] = ["moderate"]

export const RIGHT_WORDS: Record<Right, { label: string; explains: string }> = {
  write: {
    label: "Écrire",
    explains:
      "Préparer des brouillons d’épisodes, d’actualités, d’articles et de pages, et déposer des médias : les siens seulement.",
  },
  "write-all": {
    label: "Écrire partout",
    explains: "Ouvrir et modifier aussi ce que les autres ont écrit et déposé.",
  },
  publish: {
    label: "Publier",
    explains: "Mettre en ligne, programmer, retirer et supprimer ce que cette personne peut modifier.",
  },
  letters: {
    label: "Écrire aux abonnés",
    explains:
      "Préparer et envoyer des lettres, sans voir les adresses des abonnés\u202f; tenir la liste des soutiens, avec leurs adresses.",
  },
  moderate: {
    label: "Modérer",
    explains: "Masquer et supprimer des commentaires, bloquer leurs auteurs, répondre au nom du podcast.",
  },
}

/** Those that mean nothing without « Écrire ». */
export const WRITERS_RIGHTS: Right[] = ["write-all", "publish"]

/** Somebody with an account. */
export type Person = { role: Role; rights: readonly Right[] }

/** Who works on something, as the rights see them. */
export type Contributor = Person & { id: string }

/** The one table of who may do what beyond visitors: a moderator needs every right that stands there; null is for admins alone. */
const PERMISSIONS = {
  /** Drafts of contents, and media: one's own. */
  writing: ["write"],
  /** The same of others. */
  "writing-all": ["write", "write-all"],
  /** What visitors see of what one may write: publishing, taking back, deleting. */
  publishing: ["write", "publish"],
  /** What is nobody's own and public at once: guests, transcripts. */
  editing: ["write", "write-all", "publish"],
  /** Letters to the subscribers. */
  letters: ["letters"],
  /** Comments, and who may write them. */
  moderation: ["moderate"],
  /** People, subscribers, settings, and the site itself. */
  administration: null,
} as const satisfies Record<string, readonly Right[] | null>

/** `settings` are everybody's own: profile, password, sessions. */
export type Permission = keyof typeof PERMISSIONS | "settings"

/** @param person who asks; nobody when null */
export function can(person: Person | null, permission: Permission) {
  if (person === null) return false
  if (permission === "settings" || person.role === "admin") return true
  const needed = PERMISSIONS[permission]
  return person.role === "moderator" && needed !== null && needed.every((one) => person.rights.includes(one))
}

/** Whether somebody works on the site, whatever they may do there. */
export const isStaff = ({ role }: Person) => role !== "user"

/** Rights that somebody lacks (none where only admins may), and the names of who gives them. */
export type Lack = { rights: Right[]; givers: string[] }

/** Those that a moderator needs for it; none where only admins may. */
export function rightsFor(permission: Permission): readonly Right[] {
  return (permission === "settings" ? null : PERMISSIONS[permission]) ?? []
}

/** The rights of an account: only moderators have some of them. */
export const rightsOf = (role: Role, given: readonly Right[]): Right[] =>
  role === "moderator" ? [...given] : []
