import { useState } from "react"
import { FieldFrame, useField } from "./field-frame.tsx"
import { proposeSlug } from "./slug-proposal.ts"

type Props = {
  titleLabel: string
  slugLabel: string
  /** The values at first; an item that already has a slug keeps it. */
  title?: string
  slug?: string
  errors?: { title?: string; slug?: string }
  /** What comes before the slug in the address, such as `/blog/`. */
  prefix: string
}

/** A title and the address made from it, until the address is written by hand. Sends `title` and `slug`. */
export function TitleAndSlugFields({
  titleLabel,
  slugLabel,
  title = "",
  slug = "",
  errors = {},
  prefix,
}: Props) {
  const [shown, setShown] = useState(slug)
  const [isByHand, setIsByHand] = useState(slug !== "")
  const titleField = useField({ error: errors.title })
  const hint = `Adresse : ${prefix}${shown || "…"}`
  const slugField = useField({ error: errors.slug, hint })

  return (
    <>
      <FieldFrame id={titleField.id} label={titleLabel} error={errors.title} required>
        <input
          {...titleField.control}
          name="title"
          required
          defaultValue={title}
          onInput={(event) => {
            if (!isByHand) setShown(proposeSlug(event.currentTarget.value))
          }}
          className="control"
        />
      </FieldFrame>
      <FieldFrame id={slugField.id} label={slugLabel} error={errors.slug} hint={hint} required>
        <input
          {...slugField.control}
          name="slug"
          required
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
