import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { addDays, addMonths, formatDay, isDay, lastOfMonth, weeksOfMonth } from "./days.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

const FIRST_DAY = "1900-01-01"
/** How far ahead something can be planned. */
const YEARS_AHEAD = 5

const MONTHS = Array.from({ length: 12 }, (_, month) => nameFor({ month: "long" }, Date.UTC(2026, month, 1)))
/** 5 January 2026 was a Monday. */
const WEEK = Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 0, 5 + index))
const WEEKDAYS = WEEK.map((time) => ({
  name: nameFor({ weekday: "long" }, time),
  short: nameFor({ weekday: "short" }, time),
}))

type Props = {
  label: string
  /** Days as `YYYY-MM-DD`. */
  day: string
  min?: string
  max?: string
  onChoose: (day: string) => void
}

/**
 * A month of days, with the month and the year as lists for long ways. Only ever rendered in a browser. One day takes the
 * focus; keys move it as in the grid of the ARIA Authoring Practices Guide, but Home and End within the month.
 */
export default function DateCalendar({ label, day, min, max, onChoose }: Props) {
  const [today] = useState(() => toDay(new Date()))
  const first = min && isDay(min) ? min : FIRST_DAY
  const last = max && isDay(max) ? max : `${Number(today.slice(0, 4)) + YEARS_AHEAD}-12-31`
  const within = (wanted: string) => (wanted < first ? first : wanted > last ? last : wanted)
  // What was typed without scripts may be no day at all.
  const [current, setCurrent] = useState(() => within(formatDay(day) ? day : today))
  const grid = useRef<HTMLTableElement>(null)
  const month = useId()

  const focusCurrent = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  // Opening it asks for it.
  useEffect(focusCurrent, [])

  const go = (months: number) => setCurrent(within(addMonths(current, months)))
  const followKey = (event: KeyboardEvent) => {
    const next = dayByKey(event, current)
    if (!next) return
    event.preventDefault()
    flushSync(() => setCurrent(within(next)))
    focusCurrent()
  }

  const shownYear = Number(current.slice(0, 4))
  const shownMonth = Number(current.slice(5, 7))
  const lastYear = Number(last.slice(0, 4))
  const years = Array.from(
    { length: lastYear - Number(first.slice(0, 4)) + 1 },
    (_, index) => lastYear - index,
  )
  return (
    <div role="group" aria-label={label}>
      <div className="mb-2 flex items-center gap-1">
        <button
          type="button"
          aria-label="Précédent"
          disabled={current.slice(0, 7) <= first.slice(0, 7)}
          onClick={() => go(-1)}
          className="office-button office-button-quiet px-0"
        >
          <Icon name="chevron-left" />
        </button>
        <select
          aria-label="Mois"
          value={shownMonth}
          onChange={(event) => go(Number(event.target.value) - shownMonth)}
          className="control flex-1"
        >
          {MONTHS.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Année"
          value={shownYear}
          onChange={(event) => go((Number(event.target.value) - shownYear) * 12)}
          className="control w-24"
        >
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
        <button
          type="button"
          aria-label="Suivant"
          disabled={current.slice(0, 7) >= last.slice(0, 7)}
          onClick={() => go(1)}
          className="office-button office-button-quiet px-0"
        >
          <Icon name="chevron-right" />
        </button>
      </div>
      <p id={month} aria-live="polite" className="sr-only">
        {MONTHS[shownMonth - 1]} {shownYear}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- A grid of days is both, and a table gives its rows and columns their roles. */}
      <table ref={grid} role="grid" aria-labelledby={month} onKeyDown={followKey} className="mx-auto">
        <thead>
          <tr>
            {WEEKDAYS.map(({ name, short }) => (
              <th key={name} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(current).map((week, row) => (
            <tr key={row}>
              {week.map((known, column) => (
                <td key={column} aria-selected={known ? known === day : undefined}>
                  {known && (
                    <button
                      type="button"
                      aria-label={`${WEEKDAYS[column]?.name} ${formatDay(known)}${known === day ? ", choisi" : ""}`}
                      aria-current={known === today ? "date" : undefined}
                      tabIndex={known === current ? 0 : -1}
                      disabled={known !== within(known)}
                      onClick={() => onChoose(known)}
                      className="calendar-day"
                    >
                      {Number(known.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function dayByKey({ key, shiftKey }: KeyboardEvent, day: string) {
  if (key === "ArrowLeft") return addDays(day, -1)
  if (key === "ArrowRight") return addDays(day, 1)
  if (key === "ArrowUp") return addDays(day, -7)
  if (key === "ArrowDown") return addDays(day, 7)
  if (key === "PageUp") return addMonths(day, shiftKey ? -12 : -1)
  if (key === "PageDown") return addMonths(day, shiftKey ? 12 : 1)
  if (key === "Home") return `${day.slice(0, 8)}01`
  if (key === "End") return lastOfMonth(day)
  return undefined
}

function nameFor(options: Intl.DateTimeFormatOptions, time: number) {
  return new Intl.DateTimeFormat("fr-FR", { ...options, timeZone: "UTC" }).format(time)
}
