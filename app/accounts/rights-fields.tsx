import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import type { BoundName } from "#app/kit/form/fields-of.ts"
import { RIGHT_WORDS, type Right, RIGHTS } from "#app/kit/lib/rights.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { tickOf } from "./rights-fields.schema.ts"

type Tick = { name: BoundName; error: string | undefined; defaultChecked: boolean }
type Props = { tick: (name: ReturnType<typeof tickOf>) => Tick }

/** What a moderator may do; beside the field for the role, which says whether that counts. */
export function RightsFields({ tick }: Props) {
  return (
    <fieldset className="rights">
      <legend className="font-semibold">Ce que cette personne peut faire, comme modérateur</legend>
      <HiddenFields fields={{ hasRights: "on" }} />
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

/** « Écrire, Publier », or that there is nothing. */
export const listRights = (rights: readonly Right[]) =>
  rights.map((right) => RIGHT_WORDS[right].label).join(", ") || "Aucun droit"
