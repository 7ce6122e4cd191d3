import { stringify } from "csv-stringify/sync"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import type { Route } from "./+types/export.route"
import { readRedirects } from "./import/import.server.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [sendRedirects]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/** The rules as a table for spreadsheets, which the import takes back as it is. */
async function sendRedirects() {
  const rules = await readRedirects()
  await record(db, { action: "export", kind: "redirect" })
  const csv = stringify(rules, {
    header: true,
    columns: [
      { key: "source", header: "Ancienne adresse" },
      { key: "target", header: "Nouvelle adresse" },
      { key: "code", header: "Code" },
    ],
    bom: true,
    delimiter: ";",
    record_delimiter: "windows",
    escape_formulas: true,
  })
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="redirections-${toDay(new Date())}.csv"`,
    },
  })
}
