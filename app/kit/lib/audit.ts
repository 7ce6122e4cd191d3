/** What the log tells of a deed: the verb. */
export const AUDIT_ACTIONS = [
  "create",
  "update",
  "publish",
  "unpublish",
  "delete",
  "expire",
  "merge",
  "replace",
  "share",
  "import",
  "export",
  "erase",
  "backup",
  "restore",
  "approve",
  "hide",
  "reply",
  "ban",
  "unban",
  "sign-in",
  "sign-in-failed",
  "sign-out",
  "end-sessions",
  "change-role",
  "change-password",
  "change-email",
  "invite",
  "revoke",
  "accept",
  "add-factor",
  "remove-factor",
  "renew-codes",
  "use-code",
  "rescue",
  "ask",
  "cancel",
  "discard",
  "ask-review",
  "end-review",
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What it was done to, beside what is a type. */
export const OTHER_KINDS = [
  ...["transcript", "comment", "message", "mail", "subscriber", "ban", "feed"],
  ...["file-copies", "missing-path", "site-import", "user", "invitation", "factor", "session", "settings"],
  ...["personal-data", "payment", "database", "backup", "archive", "audience"],
] as const

/** One of them, or a type's (app/content/types.server.ts). */
export type AuditKind = string

/** By field, its value before and after; null where there was none. */
export type AuditChanges = Record<string, [before: unknown, after: unknown]>

/** The log of one item. */
export function historyAddress(kind: AuditKind, id: string | number) {
  return `/admin/log?${new URLSearchParams({ kind, item: String(id) })}`
}
