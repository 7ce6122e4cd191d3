import type { CsvColumns } from "#app/kit/http/csv.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { badgeOf, publicationOf } from "./publication.ts"

type PublishedRow = { isPublished: boolean; publishedAt: Date | null }

/** What tables for spreadsheets say of whatever is published. */
export const publicationColumns = {
  État: (row) => badgeOf(publicationOf(row, new Date())).label,
  "Date de publication": ({ publishedAt }) => publishedAt,
} satisfies CsvColumns<PublishedRow>

/** Where it is on the site, for whoever reads such a table. */
export const addressOnSite = (path: string) => getSettings().publicUrl + path
