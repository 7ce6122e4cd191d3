import { useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import { LinesFirst } from "#app/kit/form/lines-first.tsx"
import { type FieldProps, useField } from "#app/kit/form/use-field.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { billWith, billWithout } from "./billing.ts"
import { nameKey, type NamedPerson, readPeople, writePeople } from "./names.ts"

/** Somebody the site knows. */
export type KnownPerson = { name: string; slug: string }

type Props = FieldProps & {
  defaultValue: string | undefined
  /** The field that says who came, in words: it follows. */
  guestField: string
  known: KnownPerson[]
}

const LINES = "Une personne par ligne, dans l’ordre. Un nom nouveau crée sa fiche."

/** The people of an episode, in their order; without scripts a line each. */
export function PeopleField({ guestField, known, ...props }: Props) {
  return (
    <LinesFirst {...props} hint={LINES} rows={2}>
      {(lines, change) => (
        <PeopleList {...props} lines={lines} onChange={change} guestField={guestField} known={known} />
      )}
    </LinesFirst>
  )
}

type ListProps = Omit<Props, "defaultValue"> & { lines: string; onChange: (lines: string) => void }

function PeopleList({ name, guestField, known, lines, onChange, ...props }: ListProps) {
  const hint = props.hint ?? "Choisissez une personne connue, ou écrivez un nom nouveau."
  const { frame, control } = useField({ ...props, hint })
  const [typed, setTyped] = useState("")
  const [news, setNews] = useState("")
  const list = useId()
  const value = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const people = readPeople(lines)

  const change = (next: NamedPerson[], said: string, bill: (guest: string) => string) => {
    flushSync(() => {
      onChange(writePeople(next))
      setNews(said)
    })
    const guest = value.current?.form?.elements.namedItem(guestField)
    if (guest instanceof HTMLInputElement) guest.value = bill(guest.value)
    // A script's change is silent: tell the form, as typing would.
    value.current?.dispatchEvent(new Event("input", { bubbles: true }))
  }
  const add = () => {
    setTyped("")
    const [person] = readPeople(typed)
    if (!person) return
    const one = recognise(person, known)
    if (people.some((other) => isSame(one, other))) return setNews(`${one.name} y est déjà`)
    change([...people, one], `${one.name} : ajouté`, (guest) => billWith(guest, one.name))
  }
  const move = (from: number, to: number) => {
    const next = people.toSpliced(from, 1)
    const [moved] = people.slice(from, from + 1)
    if (!moved) return
    next.splice(to, 0, moved)
    change(next, `${moved.name} : place ${to + 1} sur ${people.length}`, (guest) =>
      next.reduce((text, { name: one }) => billWith(billWithout(text, one), one), guest),
    )
  }
  const remove = (person: NamedPerson) => {
    const next = people.filter((other) => other !== person)
    change(next, `${person.name} : retiré`, (guest) => billWithout(guest, person.name))
    input.current?.focus()
  }

  return (
    <FieldFrame {...frame}>
      {people.length > 0 && (
        <ol className="people">
          {people.map((person, index) => (
            <li key={`${person.name} ${person.slug}`} className="people-row">
              <span className="min-w-0 flex-1 break-words">
                {person.name}
                {recognise(person, known).slug === null && (
                  <span className="text-sm text-paper-ink"> · nouvelle fiche</span>
                )}
              </span>
              <Button
                icon="arrow-up"
                label={`Monter ${person.name}`}
                isOff={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <Button
                icon="arrow-down"
                label={`Descendre ${person.name}`}
                isOff={index === people.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <Button icon="x" label={`Retirer ${person.name}`} onClick={() => remove(person)} />
            </li>
          ))}
        </ol>
      )}
      <div className="flex gap-2">
        <input
          {...control}
          ref={input}
          value={typed}
          list={list}
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
      <datalist id={list}>
        {known.map((person) => (
          <option key={person.slug}>{optionOf(person, known)}</option>
        ))}
      </datalist>
      <textarea ref={value} hidden readOnly name={name} value={lines} />
      <p role="status" className="sr-only">
        {news}
      </p>
    </FieldFrame>
  )
}

type ButtonProps = {
  icon: "arrow-up" | "arrow-down" | "x"
  label: string
  isOff?: boolean
  onClick: () => void
}

function Button({ icon, label, isOff = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick()
      }}
      className="office-button people-button"
    >
      <Icon name={icon} />
    </button>
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
