/** Which number of a date like 02/11/2026 comes first. */
export type DayOrder = "day-first" | "month-first"

/**
 * The instant of a feed date as ISO 8601 UTC, or null when the date is impossible, unreadable or outside the years
 * 1900 to 9999. Takes RFC 822/2822 (odd forms included), ISO 8601, French day and month names, and numbers alone
 * (`02.11.2026 08:00`) where they leave one reading or `order` tells which.
 * Without a zone the time is UTC; unknown zone names count as UTC too (RFC 2822, 4.3).
 */
export function parseFeedDate(text: string, order?: DayOrder) {
  const readings = readingsOf(text)
  const [instant = null, ...others] = new Set(Object.values(readings).filter((reading) => reading !== null))
  if (others.length === 0) return instant
  return order ? readings[order] : null
}

/** The order that a date of numbers shows by itself, as 25/12/2026 does. */
export function dayOrderOf(text: string): DayOrder | undefined {
  const { "day-first": dayFirst, "month-first": monthFirst } = readingsOf(text)
  if (dayFirst && !monthFirst) return "day-first"
  return monthFirst && !dayFirst ? "month-first" : undefined
}

/** The order in which the people of a language write dates of numbers; undefined where they are not agreed. */
export function dayOrderIn(language: string): DayOrder | undefined {
  const [, subtag = "", region] = /^\s*([a-z]{2,3})(?:[-_]([a-z]{2}))?\b/i.exec(language.slice(0, 50)) ?? []
  // Of the languages that many countries share, English is the one that they write in both orders.
  const isEnglish = subtag.toLowerCase() === "en"
  const locale = isEnglish ? region && `en-${region}` : subtag
  if (!locale || Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0) return undefined
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  const order = parts.filter((type) => type === "day" || type === "month" || type === "year").join(" ")
  return order === "day month year" ? "day-first" : order === "month day year" ? "month-first" : undefined
}

/** What a date says in either order of day and month, mostly the same; null where it says nothing. */
function readingsOf(text: string): Record<DayOrder, string | null> {
  const plain = text
    .slice(0, 120)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\([^)]*\)/g, " ")
    .toLowerCase()
    .trim()
  const parts = isoParts(plain)
  const read = (order: DayOrder) => {
    const found = parts ?? writtenParts(plain, order)
    return found ? toInstant(found) : null
  }
  return { "day-first": read("day-first"), "month-first": read("month-first") }
}

type Parts = { year: number; month: number; day: number; time: Time; zone: string }
type Time = { hour: number; minute: number; second: number }

function isoParts(text: string): Parts | undefined {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})(?:[t\s]+(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?)?\s*(\S.*)?$/.exec(
    text,
  )
  const time = parseTime(match?.[4] ?? "00:00")
  if (!match || !time) return undefined
  return {
    year: Number(match[1]),
    month: Number(match[2]),
    day: Number(match[3]),
    time,
    zone: match[5] ?? "",
  }
}

// Words may come in any order and with any punctuation: "ven., 3 juil. 2026 09:00 +0200", "July 3, 2026", "03/07/2026 à 9 h".
function writtenParts(text: string, order: DayOrder): Parts | undefined {
  let time: Time | undefined = { hour: 0, minute: 0, second: 0 }
  let month: number | undefined
  const numbers: string[] = []
  const zones: string[] = []
  const spaced = text
    .replace(/(\d)-([a-z]+)-(\d)/, "$1 $2 $3")
    .replace(/(\d)t(?=\d)/, "$1 ")
    .replace(/(:\d\d)(?=z|[+-]\d)/, "$1 ")
    .replace(/(\d)\sh\b\s?/, "$1h")
  for (const word of spaced.split(/[\s,]+/)) {
    const name = word.replace(/\.$/, "")
    if (/^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/.test(name)) {
      const [first = "", second = "", third = ""] = name.split(/[./-]/)
      const isMonthFirst = first.length <= 2 && order === "month-first"
      if (month) return undefined
      month = Number(isMonthFirst ? first : second)
      numbers.push(isMonthFirst ? second : first, third)
    } else if (/^\d{1,4}$/.test(name)) numbers.push(name)
    else if (/^\d{1,2}(er|st|nd|rd|th)$/.test(name)) numbers.push(name.slice(0, -2))
    else if (/^\d{1,2}(?:[:h.]\d|h$)/.test(name)) time = parseTime(name)
    else if (name === "am" || name === "pm") time = time && onTwentyFourHours(time, name)
    // The last name wins, since "mar." is a day (mardi) before it is a month.
    else if (monthNumber(name)) month = monthNumber(name)
    else if (!FILLERS.has(name) && !isWeekday(name)) zones.push(name)
  }
  const [first = "", second = ""] = numbers
  const [day, year] = first.length > 2 ? [second, first] : [first, second]
  if (numbers.length !== 2 || day.length > 2 || year.length < 2 || !month || !time) return undefined
  return { year: fullYear(year), month, day: Number(day), time, zone: zones.join("") }
}

function parseTime(text: string): Time | undefined {
  const match = /^(\d{1,2})(?:h|[:h.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)$/.exec(text)
  if (!match) return undefined
  // A leap second (:60) is stored as :59.
  const [hour, minute, second] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)]
  return hour <= 23 && minute <= 59 && second <= 60
    ? { hour, minute, second: Math.min(second, 59) }
    : undefined
}

function onTwentyFourHours(time: Time, half: "am" | "pm"): Time | undefined {
  if (time.hour < 1 || time.hour > 12) return undefined
  return { ...time, hour: (time.hour % 12) + (half === "pm" ? 12 : 0) }
}

function toInstant({ year, month, day, time, zone }: Parts) {
  const offset = offsetMinutes(zone)
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  if (offset === undefined || month < 1 || month > 12 || day < 1 || day > daysInMonth) return null
  if (year < 1900 || year > 9999) return null
  const instant = new Date(Date.UTC(year, month - 1, day, time.hour, time.minute - offset, time.second))
  const utcYear = instant.getUTCFullYear()
  return utcYear >= 1900 && utcYear <= 9999 ? instant.toISOString() : null
}

function offsetMinutes(zone: string) {
  const match = /^(?:gmt|utc|ut)?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)
  if (match) {
    const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)]
    if (hours > 14 || minutes > 59) return undefined
    return (match[1] === "-" ? -1 : 1) * (hours * 60 + minutes)
  }
  return /^[a-z]{0,5}$/.test(zone) ? (ZONE_HOURS[zone] ?? 0) * 60 : undefined
}

// RFC 2822, 4.3: two digits below 50 belong to this century, three digits count from 1900.
function fullYear(digits: string) {
  const year = Number(digits)
  if (digits.length >= 4) return year
  return year + (digits.length === 2 && year < 50 ? 2000 : 1900)
}

function monthNumber(name: string) {
  const index = MONTHS.findIndex((names) => names.test(name))
  return index === -1 ? undefined : index + 1
}

function isWeekday(name: string) {
  return /^(mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim)[a-z]{0,6}$/.test(name)
}

const FILLERS = new Set(["", "a", "le", "-", "–", "|"])

const MONTHS = [
  /^jan(v|vier|uary)?$/,
  /^(feb|fev|fevr|fevrier|february)$/,
  /^(mars?|march)$/,
  /^(apr|avr|avril|april)$/,
  /^(may|mai)$/,
  /^(june?|juin)$/,
  /^(july?|juil|juill|juillet)$/,
  /^(aug|aou|aout|august)$/,
  /^sept?(embre|ember)?$/,
  /^oct(obre|ober)?$/,
  /^nov(embre|ember)?$/,
  /^dec(embre|ember)?$/,
]

const ZONE_HOURS: Record<string, number> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  bst: 1,
  west: 1,
  eet: 2,
  eest: 3,
}
