import { Link } from "react-router"
import { listAddress, type ListView } from "#app/content/lists/list-view.ts"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { AUDIT_KINDS } from "#app/kit/lib/audit.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { KIND_LABELS } from "./audit.copy.ts"

type Props = { path: string; view: ListView; problem: string | undefined; isTooWide: boolean }

/** Narrows the log down to a kind and a day, and says what it is narrowed down to beside that. */
export function LogFilters({ path, view, problem, isTooWide }: Props) {
  const { kind = "", day = "", item } = view.filters
  const { field } = fieldsOf<{ kind: string; day: string }>(null, { kind, day })
  const isNarrowed = view.search !== "" || Object.keys(view.filters).length > 0
  return (
    <>
      {problem && (
        <p role="alert" className="office-alert mt-4 font-semibold text-blood-dark">
          {problem}.
        </p>
      )}
      {isTooWide && (
        <p className="mt-2 text-sm text-paper-ink">
          Plus de dix comptes correspondent, et dix sont montrés&nbsp;: donnez l’adresse entière.
        </p>
      )}
      <form action={path} className="mt-4 flex flex-wrap items-end gap-x-3 gap-y-4">
        <HiddenFields fields={{ ...(view.search && { q: view.search }) }} />
        <SelectField
          key={`kind ${kind}`}
          label="Type"
          {...field("kind")}
          options={[
            { value: "", label: "Tous les types" },
            ...AUDIT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
          ]}
          className="min-w-40 flex-1"
        />
        <DateField key={`day ${day}`} label="Jour" {...field("day")} optional className="min-w-48 flex-1" />
        <button type="submit" className="office-button">
          Filtrer
        </button>
        {isNarrowed && (
          <Link to={listAddress(path, { search: "", page: 1, filters: {} })} className="office-button">
            Tout le journal
          </Link>
        )}
      </form>
      {item !== undefined && !problem && <p className="mt-4">L’historique d’un seul élément.</p>}
    </>
  )
}
