import { PERIOD } from "#app/content/lists/content-lists.ts"
import { ROLE_OPTIONS } from "#app/kit/lib/roles.ts"
import { listType } from "#app/content/lists/list-type.ts"

/** How the list of accounts is narrowed down and sorted; what is done to one waits for re-authentication, and is done to one only. */
export const USERS = listType({
  path: "/admin/users",
  nouns: ["utilisateur", "utilisateurs"],
  filters: {
    role: { label: "Rôle", all: "Tous les rôles", choices: ROLE_OPTIONS },
    periode: PERIOD,
  },
  sorts: {
    date: { label: "Date de création", first: "desc" },
    email: { label: "Email", first: "asc" },
    role: { label: "Rôle", first: "asc" },
  },
  bulkActions: {},
})
