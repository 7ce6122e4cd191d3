import { useId } from "react"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import type { BoundName } from "#app/kit/form/fields-of.ts"
import { RIGHT_WORDS, type Right, RIGHTS } from "#app/kit/lib/rights.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { RIGHT_SETS, setOf, tickOf } from "./rights-fields.schema.ts"

type Tick = { name: BoundName; error: string | undefined; defaultChecked: boolean }
type Props = { tick: (name: ReturnType<typeof tickOf>) => Tick }

/** What a moderator may do; beside the field for the role, which says whether that counts. */
export function RightsFields({ tick }: Props) {
  const id = useId()
  return (
    <fieldset className="rights" onInput={fitSet}>
      <legend className="font-semibold">Ce que cette personne peut faire dans l’équipe</legend>
      <HiddenFields fields={{ hasRights: "on" }} />
      <div className="right-set">
        <label htmlFor={id} className="font-semibold">
          Droits tout prêts
        </label>
        <select
          id={id}
          defaultValue={setOf(RIGHTS.filter((right) => tick(tickOf(right)).defaultChecked))}
          className="control mt-2"
        >
          {Object.keys(RIGHT_SETS).map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value="">Libre</option>
        </select>
      </div>
      {RIGHTS.map((right) => (
        <CheckboxField
          key={right}
          label={RIGHT_WORDS[right].label}
          hint={RIGHT_WORDS[right].explains}
          {...tick(tickOf(right))}
        />
      ))}
    </fieldset>
  )
}

/** A set ticks its rights, and what is ticked says which set that is: only the ticks are sent. */
function fitSet({ currentTarget, target }: React.InputEvent<HTMLFieldSetElement>) {
  const boxes = RIGHTS.flatMap((right) => {
    const box = currentTarget.querySelector<HTMLInputElement>(`[name="${tickOf(right)}"]`)
    return box ? [{ right, box }] : []
  })
  const set = currentTarget.querySelector("select")
  const chosen = RIGHT_SETS[set?.value ?? ""]
  if (set && target !== set)
    set.value = setOf(boxes.filter(({ box }) => box.checked).map(({ right }) => right))
  else if (chosen) for (const { right, box } of boxes) box.checked = chosen.includes(right)
}

/** « Écrire, Publier », or that there is nothing. */
export const listRights = (rights: readonly Right[]) =>
  rights.map((right) => RIGHT_WORDS[right].label).join(", ") || "Aucun droit"
