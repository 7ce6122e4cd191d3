import type { z } from "zod"
import { shownFields } from "#app/kit/form/field-facts.ts"
import type { CsvColumns } from "#app/kit/http/csv.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { badgeOf, publicationOf } from "./publication.ts"

type PublishedRow = { isPublished: boolean; publishedAt: Date | null }

/** What tables for spreadsheets say of whatever is published. */
export const publicationColumns = {
  État: (row) => badgeOf(publicationOf(row, new Date())).label,
  "Date de publication": ({ publishedAt }) => publishedAt,
} satisfies CsvColumns<PublishedRow>

/** What such tables say of fields whose columns hold what was typed, under their labels. */
export function fieldColumns<Name extends string>(form: z.ZodType, ...names: Name[]) {
  const shown = shownFields(form)
  const valueOf = (name: Name) => (row: Record<Name, string | number | null>) => row[name]
  return Object.fromEntries(names.map((name) => [shown[name]?.label ?? name, valueOf(name)]))
}

/** Where it is on the site, for whoever reads such a table. */
export const addressOnSite = (path: string) => getSettings().publicUrl + path
