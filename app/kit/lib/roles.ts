/** What an account can be; what that allows is said in one table (rights.ts). */
export const ROLES = ["user", "moderator", "admin"] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS: Record<Role, string> = {
  user: "Utilisateur",
  moderator: "Modérateur",
  admin: "Administrateur",
}

/** To who is invited: what a moderator may do is what was ticked, and most of it is no moderating. */
export const INVITED_LABELS: Record<Role, string> = { ...ROLE_LABELS, moderator: "Membre de l’équipe" }

const optionsOf = (labels: Record<Role, string>) =>
  ROLES.map((role) => ({ value: role, label: labels[role] }))

export const ROLE_OPTIONS = optionsOf(ROLE_LABELS)
export const INVITED_OPTIONS = optionsOf(INVITED_LABELS)
