/** What an account can be; what that allows is said in one table (rights.ts). */
export const ROLES = ["user", "moderator", "admin"] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS: Record<Role, string> = {
  user: "Utilisateur",
  moderator: "Modérateur",
  admin: "Administrateur",
}

export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))
