import type { CommandName } from "./commands.ts"

type Props = { run: (name: CommandName) => void; controls: string }

const TOOLS: [CommandName, string][] = [
  ["row-below", "Ligne dessous"],
  ["column-right", "Colonne à droite"],
  ["delete-row", "Supprimer la ligne"],
  ["delete-column", "Supprimer la colonne"],
  ["delete-table", "Supprimer le tableau"],
]

/** What can be done to the table that one writes in, below the tools. */
export function TableBar({ run, controls }: Props) {
  return (
    <div role="group" aria-label="Tableau" className="rich-link">
      {TOOLS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-controls={controls}
          // The caret stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(name)}
          className="office-button"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
