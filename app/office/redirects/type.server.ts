import { addressOfKey } from "#app/base/redirects/addresses.ts"
import { hitsOfRule, lastDayOfRule } from "#app/base/redirects/hits.server.ts"
import * as rules from "#app/base/redirects/manage-redirects.server.ts"
import { IMPORT_PATH, MISSING_PATH, PATH, spellRule } from "#app/base/redirects/redirects.copy.ts"
import { redirectSchema } from "#app/base/redirects/redirects.schema.ts"
import { isWildcard } from "#app/base/redirects/rules.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { fieldColumns } from "#app/content/publication-columns.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { redirects as table } from "#app/db/schema/redirects.server.ts"
import { containsWords } from "#app/db/search.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"

/** The back office of redirects. */
export const redirects = managedType({
  kind: "redirect",
  permission: "administration",
  label: "Redirections",
  icon: "signpost",
  words: wordsOf(
    {
      path: PATH,
      title: "Redirections",
      one: "redirection",
      many: "redirections",
      isFeminine: true,
    },
    { emptyText: "Aucune redirection pour le moment : créez la première, ou importez un tableau." },
  ),
  list: managedList({
    table,
    title: table.source,
    columns: { source: table.source, target: table.target, hits: hitsOfRule, lastDay: lastDayOfRule },
    search: (search) => containsWords(table.searchText, search),
    sorts: {
      adresse: { label: "Ancienne adresse", first: "asc", index: [table.source] },
      visites: { label: "Visites", first: "desc", row: hitsOfRule },
    },
  }),
  row: (rule) => {
    const { source, target, hits, lastDay } = rule
    const visits = `${hits.toLocaleString("fr-FR")} visite${hits > 1 ? "s" : ""} en 30 jours`
    return {
      details: [
        target !== null && `→ ${target}`,
        lastDay ? visits : "jamais utilisée",
        lastDay && `dernière le ${formatLongDate(new Date(`${lastDay}T12:00:00Z`))}`,
      ],
      address: isWildcard(rule) ? undefined : addressOfKey(source),
      badge: target === null ? { label: "Supprimée" } : undefined,
      deletion: askDeletion(rule),
    }
  },
  action: { to: MISSING_PATH, label: "Adresses introuvables" },
  beside: [{ to: IMPORT_PATH, label: "Importer", icon: "upload" }],
  // The import takes it back as it is.
  csv: {
    ...fieldColumns(redirectSchema, "source", "target"),
    Code: ({ target }) => (target === null ? "410" : "301"),
  },
  otherWords: "créer adresse lien 301",
  form: redirectSchema,
  store: {
    find: rules.findRule,
    create: rules.createRedirect,
    update: rules.updateRedirect,
    remove: rules.deleteRedirect,
  },
  formShows: (url) => ({ proposed: (url.searchParams.get("source") ?? "").slice(0, 500) }),
  addressOf: (_id, { source }) =>
    source.startsWith("/") && !source.includes("*") ? addressOfKey(source) : undefined,
  askDeletion: ({ target, ...rule }) => askDeletion({ ...rule, target: target || null }),
  // Browsers keep for an hour where they were led.
  isDangerous: rules.leadsAway,
})

function askDeletion(rule: { id: number; source: string; target: string | null }): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer cette redirection ?",
    detail: `« ${spellRule(rule)} » ne mènera plus nulle part.`,
    toBin: "Elle",
    fields: { intent: "delete", id: String(rule.id) },
  }
}
