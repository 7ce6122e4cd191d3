import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { formatDay } from "./days.ts"
import { FieldFrame } from "./field-frame.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { type FieldProps, useField } from "./use-field.ts"

// Heavy: fetched when a date field is first approached.
const loadCalendar = () => import("./date-calendar.tsx")
const DateCalendar = lazy(loadCalendar)

type Props = FieldProps & {
  /** Days as `YYYY-MM-DD`; an empty default value is no date. */
  defaultValue?: string
  min?: string
  max?: string
  /** Offers to remove the date. */
  optional?: boolean
}

/** A date in French, chosen from a calendar; sends `YYYY-MM-DD` or nothing. Without scripts it is the browser's own. */
export function DateField({ name, defaultValue = "", min, max, optional, ...field }: Props) {
  const [day, setDay] = useState(defaultValue)
  const [isOpen, setIsOpen] = useState(false)
  const [isScripted, setIsScripted] = useState(false)
  // What holds the day has the name, and what it is chosen with the rest.
  const {
    frame,
    control: { name: _name, ...control },
  } = useField({ name, ...field })
  const { id, label } = frame
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // What was chosen before the page's scripts ran.
    if (input.current) setDay(input.current.value)
    setIsScripted(true)
  }, [])

  const choose = (chosen: string) => {
    flushSync(() => setDay(chosen))
    // A script's change is silent: tell the form, as typing would.
    input.current?.dispatchEvent(new Event("input", { bubbles: true }))
    popover.current?.hidePopover()
    button.current?.focus()
  }

  if (!isScripted) {
    return (
      <FieldFrame {...frame}>
        <input
          {...control}
          ref={input}
          type="date"
          name={name}
          min={min}
          max={max}
          defaultValue={defaultValue}
          className="control"
        />
      </FieldFrame>
    )
  }

  return (
    <FieldFrame {...frame}>
      <div className="flex gap-2">
        <button
          {...control}
          ref={button}
          type="button"
          popoverTarget={`${id}-calendar`}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-day`}
          onPointerEnter={loadCalendar}
          onFocus={loadCalendar}
          className="control flex items-center justify-between gap-3"
        >
          <span id={`${id}-day`} className={day ? undefined : "text-paper-ink"}>
            {formatDay(day) || "Choisir une date"}
          </span>
          <Icon name="calendar" className="size-5 flex-none" />
        </button>
        {optional && day && (
          <button
            type="button"
            onClick={() => choose("")}
            className="office-button"
            aria-label={`Effacer : ${label}`}
          >
            <Icon name="x" />
          </button>
        )}
      </div>
      <input ref={input} type="hidden" name={name} value={day} />
      <div
        ref={popover}
        id={`${id}-calendar`}
        popover="auto"
        role="dialog"
        aria-label="Calendrier"
        className="calendar-pop"
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {isOpen && (
          <Suspense fallback={<p className="p-4">Chargement du calendrier…</p>}>
            <DateCalendar label={label} day={day} min={min} max={max} onChoose={choose} />
          </Suspense>
        )}
      </div>
    </FieldFrame>
  )
}
