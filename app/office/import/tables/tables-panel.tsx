import { Form, Link } from "react-router"
import {
  fieldsOfTable,
  type ImportedTable,
  isTableType,
  TABLE_TYPES,
  type TableType,
} from "#app/kit/lib/imported-tables.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { columnField, typeField } from "../imports.schema.ts"

type Sample = { table: string; cells: string[] }
type Sampled = ImportedTable & { samples: string[][] }

/** What each table of an import is about, and what stands in which of its columns. */
export function TablesPanel({
  id,
  tables,
  samples,
}: {
  id: number
  tables: ImportedTable[]
  samples: Sample[]
}) {
  const samplesOf = (name: string) => samples.flatMap(({ table, cells }) => (table === name ? [cells] : []))
  return (
    <Panel title={tables.length > 1 ? "Les tableaux" : "Le tableau"}>
      <p className="max-w-[75ch]">
        Voici comment le site lit {tables.length > 1 ? "chacun" : "ce tableau"}. Corrigez ce qui n’est pas
        juste&nbsp;: un tableau qui a les mêmes colonnes sera lu de même la prochaine fois. Sans colonne
        d’état, ce qui a une date est publié, et le reste est un brouillon.
      </p>
      {/* Of another reading all fields are new. */}
      <Form method="post" key={JSON.stringify(tables.map(({ type, columns }) => [type, columns]))}>
        <HiddenFields fields={{ intent: "tables", id: String(id) }} />
        {tables.map((table, place) => (
          <fieldset key={table.name} className="mt-6 grid gap-4 border-t border-rule pt-4">
            <legend className="sr-only">{table.name}</legend>
            <TableReadingFields table={{ ...table, samples: samplesOf(table.name) }} place={place} />
          </fieldset>
        ))}
        <button type="submit" className="office-button mt-5">
          Relire ainsi
        </button>
      </Form>
    </Panel>
  )
}

function TableReadingFields({ table, place }: { table: Sampled; place: number }) {
  const { name, rows, type } = table
  const lines = `${rows.toLocaleString("fr-FR")} ${rows > 1 ? "lignes" : "ligne"}`
  return (
    <>
      <h3 className="text-lg font-extrabold wrap-anywhere">
        {name} <span className="text-base font-normal">({lines})</span>
      </h3>
      <label className="grid gap-1 sm:max-w-sm">
        <span className="font-semibold">Ce que ses lignes décrivent</span>
        <select name={typeField(place)} defaultValue={type} className="control">
          {Object.entries(TABLE_TYPES).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="none">Rien qui vienne ici</option>
        </select>
      </label>
      {type === "none" && <UnreadTable table={table} />}
      {isTableType(type) && <ColumnFields table={table} type={type} place={place} />}
    </>
  )
}

/** What stands in a table that nothing is read of, for the host to say what it is. */
function UnreadTable({ table }: { table: Sampled }) {
  const { header } = table
  const [shown, beyond] = [header.slice(0, MAX_COLUMNS), header.length - MAX_COLUMNS]
  return (
    <div className="grid max-w-[75ch] gap-2 text-sm">
      <p className="wrap-anywhere text-paper-ink">
        Ses colonnes&nbsp;: {shown.map((title, at) => describeColumn(table, title, at)).join(" · ")}
        {beyond > 0 && ` · ${beyond} de plus`}
      </p>
      {header.some((title) => /mail|courriel/i.test(title)) && (
        <p>
          Ce sont des abonnés à la newsletter&nbsp;? Donnez ce fichier sous{" "}
          <Link to="/admin/newsletter/import" className="underline">
            Abonnés, Importer
          </Link>
          .
        </p>
      )}
    </div>
  )
}

const MAX_COLUMNS = 12

function ColumnFields({ table, type, place }: { table: Sampled; type: TableType; place: number }) {
  const { header, columns } = table
  const { required } = TABLE_TYPES[type]
  const missing = fieldsOfTable(type).filter(
    ([field]) => required.some((one) => one === field) && columns[field] === undefined,
  )
  return (
    <>
      {missing.length > 0 && (
        <p role="alert" className="office-alert font-semibold text-blood-dark">
          Rien de ce tableau ne vient sans&nbsp;: {missing.map(([, { label }]) => label).join(", ")}.
          Choisissez la colonne, puis «&nbsp;Relire ainsi&nbsp;».
        </p>
      )}
      {/* What the site recognised needs no look. */}
      <details open={missing.length > 0}>
        <summary className="min-h-11 content-center font-semibold underline">
          Ses colonnes ({Object.keys(columns).length} sur {header.length})
        </summary>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {fieldsOfTable(type).map(([field, { label }]) => (
            <label key={field} className="grid gap-1">
              <span className="text-sm font-semibold">{label}</span>
              <select
                name={columnField(place, field)}
                defaultValue={columns[field] ?? ""}
                className="control"
              >
                <option value="">Aucune colonne</option>
                {header.map((title, at) => (
                  <option key={at} value={at}>
                    {describeColumn(table, title, at)}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      </details>
    </>
  )
}

/** What it is called, or its letter as in spreadsheets, and what stands in it first. */
function describeColumn({ samples }: Sampled, title: string, at: number) {
  const name = title || `colonne ${String.fromCharCode(65 + (at % 26))}`
  const sample = samples.map((cells) => cells[at]?.replace(/\s+/g, " ").trim()).find(Boolean)
  if (!sample || HASH.test(sample)) return name
  return `${name} (${sample.length > MAX_SAMPLE ? `${sample.slice(0, MAX_SAMPLE).toWellFormed()}…` : sample})`
}

const MAX_SAMPLE = 30
/** Of a password is nothing shown. */
const HASH = /^\$\w{1,10}\$/
