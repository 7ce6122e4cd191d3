/** What an account can be; what that allows is said in one table (permissions.schema.ts). */
export const ROLES = ["user", "moderator", "admin"] as const
export type Role = (typeof ROLES)[number]
