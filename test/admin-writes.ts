import { PASSWORD } from "./people.ts"

const content = (fields: Record<string, string>) => ({ intent: "save", id: "1", version: "1", ...fields })
const toggles = [
  { intent: "unpublish", id: "1" },
  { intent: "delete", id: "1" },
]
/** What each write of the back office needs to do something, with ids of rows that exist; `VICTIM` is a person's. */
export const ADMIN_WRITES: [path: string, fields: Record<string, string>][] = [
  ...["/admin/episodes", "/admin?index"].flatMap((path): [string, Record<string, string>][] => [
    [path, { intent: "save", title: "Nouveau", guest: "Awa" }],
    [path, content({ title: "Changé", guest: "Awa" })],
    ...toggles.map((fields): [string, Record<string, string>] => [path, fields]),
  ]),
  ["/admin/news", { intent: "save", title: "Nouveau" }],
  ["/admin/news", content({ title: "Changé" })],
  ...toggles.map((fields): [string, Record<string, string>] => ["/admin/news", fields]),
  ["/admin/pages", { intent: "save", title: "Nouveau", slug: "nouveau" }],
  ["/admin/pages", content({ title: "Changé", slug: "change" })],
  ...toggles.map((fields): [string, Record<string, string>] => ["/admin/pages", fields]),
  ["/admin/blog", { intent: "save", title: "Nouveau", slug: "nouveau", content: "Texte" }],
  ["/admin/blog", content({ title: "Changé", slug: "change", content: "Texte" })],
  ...toggles.map((fields): [string, Record<string, string>] => ["/admin/blog", fields]),
  ["/admin/users", { intent: "create", email: "nouveau@cko.test", password: PASSWORD, role: "admin" }],
  ["/admin/users", { intent: "role", id: "VICTIM", role: "admin" }],
  ["/admin/users", { intent: "end-sessions", id: "VICTIM" }],
  ["/admin/users", { intent: "delete", id: "VICTIM" }],
  ["/admin/users", { intent: "invite", email: "invite@cko.test", role: "admin" }],
  ["/admin/users", { intent: "renew", id: "1" }],
  ["/admin/users", { intent: "revoke", id: "1" }],
  ["/admin/comments", { intent: "delete", ids: "1,2" }],
  ["/admin/comments", { intent: "hide", ids: "1" }],
  ["/admin/comments", { intent: "show", ids: "2" }],
  ["/admin/comments", { intent: "delete-author", id: "1" }],
  ["/admin/comments", { intent: "ban-author", id: "1" }],
  ["/admin/comments", { intent: "ban", value: "un mot" }],
  ["/admin/comments", { intent: "unban", id: "1" }],
  ["/admin/messages", { intent: "read", id: "1" }],
  ["/admin/messages", { intent: "unread", id: "2" }],
  ["/admin/messages", { intent: "archive", id: "1" }],
  ["/admin/messages", { intent: "restore", id: "2" }],
  ["/admin/messages", { intent: "delete", id: "1" }],
  ["/admin/import", { intent: "read-feed", id: "1" }],
  ["/admin/import", { intent: "stop-feed", id: "1" }],
  ["/admin/import", { intent: "resume-feed", id: "2" }],
  ["/admin/import", { intent: "forget-feed", id: "1" }],
  ["/admin/log", { intent: "retention", months: "6" }],
  ["/admin/personal-data", { intent: "erase", email: "victime@cko.test" }],
]
