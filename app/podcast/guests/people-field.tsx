import { useId, useRef, useState } from "react"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { RowField } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import { billAfter } from "./billing.ts"
import { nameKey, type NamedPerson, readPeople, writePeople } from "./names.ts"

/** Somebody the site knows. */
export type KnownPerson = { name: string; slug: string }

type Props = BoundField & {
  label: string
  /** The field that says who came, in words: it follows. */
  guestField: string
  known: KnownPerson[]
}

const LINES = {
  hint: "Une personne par ligne, dans l’ordre. Un nom nouveau crée sa fiche.",
  read: readPeople,
  write: writePeople,
}

/** The people of an episode, in their order. */
export function PeopleField({ guestField, known, ...field }: Props) {
  const rows = useRows<NamedPerson>({
    named: (person) => ` ${person.name}`,
    said: (person) => `${person.name}\u00a0:`,
    onChange(next, before, form) {
      const guest = form?.elements.namedItem(guestField)
      if (guest instanceof HTMLInputElement) guest.value = billAfter(guest.value, next, before)
    },
  })
  const people = rows.rows
  const [typed, setTyped] = useState("")
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  const add = () => {
    setTyped("")
    const [person] = readPeople(typed)
    if (!person) return
    const one = recognise(person, known)
    if (people.some((other) => isSame(one, other))) return rows.say(`${one.name} y est déjà`)
    rows.replace([...people, one], { said: `${one.name}\u00a0: ajouté` })
  }

  return (
    <RowField
      {...field}
      rows={rows}
      lines={LINES}
      hint="Choisissez une personne connue, ou écrivez un nom nouveau."
      rowClass="form-row-line"
      row={(person) => (
        <span className="min-w-0 break-words">
          {person.name}{" "}
          {recognise(person, known).slug === null && (
            <span className="inline-block text-sm text-paper-ink">· nouvelle fiche</span>
          )}
        </span>
      )}
    >
      <div className="mt-2 flex gap-2">
        <input
          ref={input}
          aria-label={field.label}
          aria-invalid={field.error ? true : undefined}
          value={typed}
          list={id}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
          className="control min-w-0 flex-1"
        />
        {/* Leaving the field has added the name already. */}
        <button type="button" onClick={() => input.current?.focus()} className="office-button">
          Ajouter
          <span className="sr-only"> une personne</span>
        </button>
      </div>
      <datalist id={id}>
        {known.map((person) => (
          <option key={person.slug}>{optionOf(person, known)}</option>
        ))}
      </datalist>
    </RowField>
  )
}

/** A name that one person of the site has is theirs. */
function recognise(person: NamedPerson, known: KnownPerson[]): NamedPerson {
  const namesakes = known.filter(({ name }) => nameKey(name) === nameKey(person.name))
  return (person.slug === null && namesakes.length === 1 && namesakes[0]) || person
}

function isSame(one: NamedPerson, other: NamedPerson) {
  return one.slug === null ? nameKey(one.name) === nameKey(other.name) : one.slug === other.slug
}

/** Namesakes are told apart by their slugs. */
function optionOf(person: KnownPerson, known: KnownPerson[]) {
  const isAlone = known.filter(({ name }) => nameKey(name) === nameKey(person.name)).length === 1
  return isAlone ? person.name : writePeople([person])
}
