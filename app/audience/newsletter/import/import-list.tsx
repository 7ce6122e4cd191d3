import { Link } from "react-router"
import type { ImportState } from "#app/kit/lib/newsletter.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { IMPORT_PATH, IMPORT_STATES_SAID } from "./import.copy.ts"

type Props = {
  imports: { id: number; name: string; state: ImportState; addedCount: number; createdOn: string }[]
}

/** The lists that were brought along so far. */
export function ImportList({ imports }: Props) {
  return (
    <Panel title="Imports">
      <ul>
        {imports.map(({ id, name, state, addedCount, createdOn }) => (
          <li key={id} className="border-t border-rule py-2 first:border-t-0">
            <Link
              to={`${IMPORT_PATH}?id=${id}`}
              className="inline-flex min-h-11 items-center underline wrap-anywhere"
            >
              {name || "Liste collée"}, {createdOn}
            </Link>
            <p className="text-sm text-paper-ink">
              {IMPORT_STATES_SAID[state]}
              {addedCount > 0 &&
                ` : ${addedCount.toLocaleString("fr-FR")} ${addedCount > 1 ? "ajoutées" : "ajoutée"}`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
