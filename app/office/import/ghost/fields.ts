import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { parseFeedDate } from "#app/podcast/feeds-in/feed-dates.ts"
import type { Row } from "../json-rows.server.ts"

type Fields = Row["fields"]

/** A column's text as it is; empty where it has none. */
export const textOf = (fields: Fields, name: string) => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === "string" ? value : ""
}

/** A column's text, in one line. */
export const lineOf = (fields: Fields, name: string) =>
  cleanCharacters(textOf(fields, name)).replace(/\s+/g, " ").trim()

/** What a row is called by, or names another one by: letters and digits today, a number before Ghost 1. */
export function idOf(fields: Fields, name: string) {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  const id = typeof value === "number" ? String(value) : value
  return typeof id === "string" && ID.test(id) ? id : null
}

/** Booleans are 0 and 1 in some of the databases that Ghost stands on. */
export const isSet = (fields: Fields, name: string) =>
  Object.hasOwn(fields, name) && [true, 1, "1", "true"].includes(fields[name] as never)

export const numberOf = (fields: Fields, name: string) => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === "number" && Number.isFinite(value) ? value : 0
}

/** A time in UTC, which Ghost writes as a text, or before Ghost 1 in milliseconds; null for what is none. */
export function timeOf(fields: Fields, name: string) {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value !== "number") return parseFeedDate(textOf(fields, name)) ?? null
  const time = new Date(value)
  return value > 0 && value < LAST_TIME ? time.toISOString() : null
}

const ID = /^[\w-]{1,100}$/
/** In the year 9999, as PostgreSQL and people go no further. */
const LAST_TIME = 253_370_764_800_000
