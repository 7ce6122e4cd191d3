import { CalendarDate, getLocalTimeZone, parseDate, today } from "@internationalized/date"
import { useContext } from "react"
import { Button } from "react-aria-components/Button"
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from "react-aria-components/Calendar"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { isDay } from "./days.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

const FIRST_DAY = new CalendarDate(1900, 1, 1)
/** How far ahead something can be planned. */
const YEARS_AHEAD = 5

type Props = {
  label: string
  /** Days as `YYYY-MM-DD`. */
  day: string
  min?: string
  max?: string
  onChoose: (day: string) => void
}

/** A month of days, with the month and the year as lists for long ways. Only ever rendered in a browser. */
export default function DateCalendar({ label, day, min, max, onChoose }: Props) {
  const now = today(getLocalTimeZone())
  const first = parseDay(min) ?? FIRST_DAY
  const last = parseDay(max) ?? new CalendarDate(now.year + YEARS_AHEAD, 12, 31)
  return (
    <I18nProvider locale="fr-FR">
      <Calendar
        aria-label={label}
        defaultValue={parseDay(day)}
        minValue={first}
        maxValue={last}
        firstDayOfWeek="mon"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Opening it asks for it.
        autoFocus
        onChange={(chosen) => onChoose(chosen.toString())}
      >
        <div className="mb-2 flex items-center gap-1">
          <Button slot="previous" className="office-button office-button-quiet px-0">
            <Icon name="chevron-left" />
          </Button>
          <MonthAndYear first={first} last={last} />
          <Button slot="next" className="office-button office-button-quiet px-0">
            <Icon name="chevron-right" />
          </Button>
        </div>
        <CalendarGrid weekdayStyle="short" className="mx-auto">
          <CalendarGridHeader>{(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className="calendar-day" />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("fr-FR", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, month, 1)),
)

function MonthAndYear({ first, last }: { first: CalendarDate; last: CalendarDate }) {
  const calendar = useContext(CalendarStateContext)
  if (!calendar) return null
  const shown = calendar.focusedDate
  const years = Array.from({ length: last.year - first.year + 1 }, (_, index) => last.year - index)
  return (
    <>
      <select
        aria-label="Mois"
        value={shown.month}
        onChange={(event) => calendar.setFocusedDate(shown.set({ month: Number(event.target.value) }))}
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
        value={shown.year}
        onChange={(event) => calendar.setFocusedDate(shown.set({ year: Number(event.target.value) }))}
        className="control w-24"
      >
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </select>
    </>
  )
}

function parseDay(day: string | undefined) {
  return day && isDay(day) ? parseDate(day) : undefined
}
