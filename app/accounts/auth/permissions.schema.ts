import type { Role } from "#app/kit/lib/roles.ts"

/** What a signed-in person may do beyond what visitors may: the one place that says so. */
const PERMISSIONS = {
  /** Their own profile, password and sessions. */
  settings: ["user", "moderator", "admin"],
  /** Deleting comments. */
  moderation: ["moderator", "admin"],
  /** Contents, drafts, people and the newsletter. */
  administration: ["admin"],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** @param viewer who asks; nobody when null */
export function can(viewer: { role: Role } | null, permission: Permission) {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return viewer !== null && roles.includes(viewer.role)
}
