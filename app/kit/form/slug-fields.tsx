import { useState } from "react"
import { FieldFrame } from "./field-frame.tsx"
import { proposeSlug } from "./slug-proposal.ts"
import { type FieldProps, useField } from "./use-field.ts"

type Props = {
  title: FieldProps & { defaultValue?: string }
  /** An item that already has a slug keeps it. */
  slug: FieldProps & { defaultValue?: string }
  /** What comes before the slug in the address, such as `/blog/`. */
  prefix: string
}

const SLUG_HELP =
  "La fin de l’adresse de la page : lettres sans accent, chiffres et tirets. Elle est proposée d’après le titre. Si vous la changez après publication, l’ancienne mène à la nouvelle."

/** A title and the address made from it, until the address is written by hand. */
export function TitleAndSlugFields({ title, slug: { defaultValue = "", ...slug }, prefix }: Props) {
  const [shown, setShown] = useState(defaultValue)
  const [isByHand, setIsByHand] = useState(defaultValue !== "")
  const titleField = useField({ ...title, required: true })
  const slugField = useField({
    ...slug,
    required: true,
    hint: `Adresse : ${prefix}${shown || "…"}`,
    help: SLUG_HELP,
  })

  return (
    <>
      <FieldFrame {...titleField.frame}>
        <input
          {...titleField.control}
          onInput={(event) => {
            if (!isByHand) setShown(proposeSlug(event.currentTarget.value))
          }}
          className="control"
        />
      </FieldFrame>
      <FieldFrame {...slugField.frame}>
        <input
          {...slugField.control}
          value={shown}
          onChange={(event) => {
            setShown(event.target.value)
            // Emptied, it follows the title again.
            setIsByHand(event.target.value !== "")
          }}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="control"
        />
      </FieldFrame>
    </>
  )
}
