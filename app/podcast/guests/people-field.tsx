import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { RowField } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import { letterOf } from "#app/kit/lib/placeholders.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { billAfter, billWithout, ownBilling, wordsBeside } from "./billing.ts"
import { isSamePerson, joinNames, nameKey, type NamedPerson, readPeople, writePeople } from "./names.ts"

/** Somebody the site knows. */
export type KnownPerson = { name: string; slug: string }

type Props = BoundField & {
  label: string
  /** The field that says otherwise how they are shown: it follows. */
  billing: BoundField
  known: KnownPerson[]
}

const LINES = {
  hint: "Une personne par ligne, dans l’ordre. Un nom nouveau crée sa fiche.",
  read: readPeople,
  write: writePeople,
}

/** The people of an episode, in their order, then those whom its words alone name: chips, and a line to name more of them. */
export function PeopleField({ billing, known, ...field }: Props) {
  const billed = useRef<Billed>(null)
  const rows = useRows<NamedPerson>({
    named: (person) => ` ${person.name}`,
    said: (person) => `${person.name}\u00a0:`,
    chip: (person) => letterOf(person.name),
    onChange(people, before, form) {
      const input = inputIn(form, billing.name)
      if (!input) return
      if (input.value !== billed.current?.written)
        billed.current = { guest: input.value, people: before, written: "" }
      const from = billed.current
      from.written = from.guest && ownBilling(billAfter(from.guest, people, from.people), people)
      input.value = from.written
    },
  })
  const [typed, setTyped] = useState("")
  const [shown, setShown] = useState(billing.defaultValue ?? "")
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const byName = useMemo(() => Map.groupBy(known, ({ name }) => nameKey(name)), [known])
  const recognise = (person: NamedPerson): NamedPerson => {
    const namesakes = byName.get(nameKey(person.name)) ?? []
    return (person.slug === null && namesakes.length === 1 && namesakes[0]) || person
  }
  const options = useMemo(
    // Namesakes are told apart by their slugs.
    () => known.map((one) => (byName.get(nameKey(one.name))?.length === 1 ? one.name : writePeople([one]))),
    [known, byName],
  )

  const { list } = rows
  const words = wordsBeside(shown, rows.rows)
  const chips = [...rows.rows.map(({ name }) => name), ...words]
  useEffect(() => {
    const form = list.current?.form
    const follow = () => setShown(inputIn(form, billing.name)?.value.trim() ?? "")
    follow()
    form?.addEventListener("input", follow)
    return () => form?.removeEventListener("input", follow)
  }, [list, billing.name])

  const add = (names: string[]) => {
    setTyped("")
    for (const person of names.flatMap(readPeople).map(recognise)) {
      const people = rows.current()
      if (people.some((other) => isSamePerson(person, other))) rows.say(`${person.name} y est déjà`)
      else rows.replace([...people, person], { said: `${person.name}\u00a0: ajouté` })
    }
  }
  const unsay = (name: string) => {
    const billed = inputIn(list.current?.form, billing.name)
    if (!billed) return
    const { value } = billed
    fillInput(billed, ownBilling(billWithout(value, name), rows.current()))
    const undo = () => {
      fillInput(billed, value)
      rows.say(`${name}\u00a0: remis`)
      input.current?.focus()
    }
    rows.say(`${name}\u00a0: retiré`, undo, "Remettre")
    input.current?.focus()
  }
  /** A comma ends a name, unless somebody known has it in theirs. */
  const type = ({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (!wasTyped(nativeEvent) && options.includes(value)) return add([value])
    if (!value.includes(",") || options.some((name) => nameKey(name).startsWith(nameKey(value))))
      return setTyped(value)
    const names = value.split(",")
    const rest = names.pop() ?? ""
    add(names)
    setTyped(rest.trimStart())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Enter") {
      event.preventDefault()
      add([typed])
    } else if (event.key === "Backspace" && typed === "" && chips.length > 0) {
      event.preventDefault()
      const last = words.at(-1)
      if (last === undefined) rows.remove(rows.rows.length - 1)
      else unsay(last)
      input.current?.focus()
    }
  }

  return (
    <RowField
      {...field}
      rows={rows}
      lines={LINES}
      row={(person) => (
        <span className="chip-name">
          {person.name}{" "}
          {recognise(person).slug === null && (
            <span className="inline-block text-sm text-paper-ink">· nouvelle fiche</span>
          )}
        </span>
      )}
      inside={
        <>
          {words.map((name) => (
            <span key={name} className="form-chip form-chip-words">
              <span className="chip-name">{name}</span>
              <button
                type="button"
                onClick={() => {
                  add([name])
                  input.current?.focus()
                }}
                className="chip-way"
              >
                {recognise({ name, slug: null }).slug ? "Relier à sa fiche" : "En faire une fiche"}
                <span className="sr-only"> : {name}</span>
              </button>
              <button
                type="button"
                aria-label={`Retirer ${name}`}
                title="Retirer"
                onClick={() => unsay(name)}
                className="form-row-button"
              >
                <Icon name="x" />
              </button>
            </span>
          ))}
          <input
            ref={input}
            aria-label={field.label}
            aria-invalid={field.error ? true : undefined}
            value={typed}
            list={id}
            autoComplete="off"
            placeholder="Ajouter une personne…"
            onChange={type}
            onBlur={() => add([typed])}
            onKeyDown={onKeyDown}
            className="chip-input"
          />
          <datalist id={id}>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </datalist>
        </>
      }
      hint={
        shown !== "" &&
        shown !== joinNames(chips) &&
        `Affiché\u00a0: «\u202f${shown}\u202f», comme l’écrit « Nom affiché », sous Avancé.`
      }
    />
  )
}

/** What a billing was before the people changed, so that it comes back with them, and what was made of it. */
type Billed = { guest: string; people: NamedPerson[]; written: string }

function inputIn(form: HTMLFormElement | null | undefined, name: string) {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : undefined
}

/** False of what was chosen from the list. */
function wasTyped(event: Event) {
  return event instanceof InputEvent && event.inputType !== "insertReplacementText"
}
