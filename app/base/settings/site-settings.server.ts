import { AsyncLocalStorage } from "node:async_hooks"
import { inArray } from "drizzle-orm"
import { db, type Database, oncePerDatabase } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import type { SettingName } from "#app/db/settings.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { definitionsOf, keyOf, type SettingKey, type SiteSettings } from "./definitions.server.ts"
import { type GroupName, GROUPS } from "./groups.ts"
import type { Setting } from "./setting.server.ts"

type Stored = Map<string, unknown>

const known = oncePerDatabase(() => ({ ...settingsFrom(new Map()), reading: Promise.resolve() }))

const tried = new AsyncLocalStorage<SiteSettings>()

/** Renders something as it would be with other settings, which nobody else sees and nothing keeps. */
export function tryingSettings<Result>(settings: SiteSettings, render: () => Result) {
  return tried.run(settings, render)
}

/**
 * What hosts set, as this process knows it: at once after its own writes, within a second after others' (`NOTIFY`); or what one of
 * them is trying.
 */
export function siteSettings(): SiteSettings {
  const trying = tried.getStore()
  if (trying) return trying
  const state = known()
  if (state.started !== getSettings()) Object.assign(state, settingsFrom(state.stored))
  return state.values
}

/** Whether anybody has said what the podcast is called; `isSaid` where that was noted. Sites that began before it was noted count as named. */
export function podcastName() {
  const named = known().stored.get(NAMED)
  return { isNamed: named !== false, isSaid: named === true }
}

/**
 * Reads all settings anew. Calls that come while one reads are answered by a reading that begins after them; when the
 * database does not answer, what was known stays, and that is logged.
 */
export function refreshSiteSettings() {
  const state = known()
  state.reading = state.reading.then(async () => {
    try {
      Object.assign(
        state,
        settingsFrom(await readStored(db, [...Object.keys(GROUPS).flatMap(keysOf), NAMED])),
      )
    } catch (error) {
      log.error(error, "site settings not read")
    }
  })
  return state.reading
}

/** For tests that empty the database. */
export function forgetSiteSettings() {
  Object.assign(known(), settingsFrom(new Map()))
}

/** @param keys those of the settings to read; what was never set is missing */
export async function readStored(on: Pick<Database, "select">, keys: string[]): Promise<Stored> {
  const rows = await on
    .select({ name: settings.name, value: settings.value })
    .from(settings)
    .where(inArray(settings.name, [...keys.flatMap(namesOf), NEUTRAL]))
  return underTheirKeys(new Map(rows.map(({ name, value }) => [name, value])))
}

/** What is stored under a former name, as under today's. */
export function underTheirKeys(rows: Stored) {
  const stored = new Map(rows)
  for (const [key, { name, read }] of Object.entries(FORMER)) {
    const value = stored.get(name)
    if (stored.has(name) && !stored.has(key)) stored.set(key, read ? read(value) : value)
    stored.delete(name)
  }
  return stored
}

/** A group's values as the database has them now, for what must not go by what this process heard last. */
export async function readSettings<Group extends GroupName>(group: Group) {
  const stored = await readStored(db, keysOf(group))
  // Each value passed its schema, or is its default.
  return valuesOf(group, stored) as SiteSettings[Group]
}

/** What a setting was called in databases of before, in their backups and archives, and how its value reads today. */
const FORMER: Record<string, { name: string; read?: (value: unknown) => unknown }> = {
  "retention.logMonths": { name: "audit-retention-months" },
  "support.links": {
    name: "podcast.fundingUrl",
    read: (url) => [{ label: "Soutenir le podcast", url }],
  },
}

/** Under which names a setting may be stored. */
export function namesOf(key: string) {
  return [key, FORMER[key]?.name ?? []].flat()
}

/** A setting's value: what the site was started with, else what hosts set, else its default. */
export function valueOf(setting: Setting, stored: Stored, key: string) {
  const fixed = fixedValue(setting)
  if (fixed !== undefined) return fixed
  const parsed = setting.schema.safeParse(stored.get(key))
  return stored.has(key) && parsed.success ? parsed.data : defaultOf(setting, stored)
}

/** What a setting is while nobody sets it. */
export function defaultOf({ default: shipped, elsewhere }: Setting, stored: Stored) {
  return stored.get(NEUTRAL) === true && elsewhere !== undefined ? elsewhere : shipped
}

/** Other settings' defaults follow from it, so that it is always read along. */
const NEUTRAL = "texts.isNeutral" satisfies SettingKey

/** No setting of a form: it follows from what forms say of the name. */
const NAMED = "podcast-named" satisfies SettingName

/** What the site was started with for it, which nobody can change in the back office; undefined where it was not. */
export function fixedValue({ fixed }: Setting) {
  return fixed?.value(getSettings())
}

/** Whether the site was started with what it needs to do something. */
export function isOffered(setting: Setting) {
  return setting.isOffered?.(getSettings()) ?? true
}

export function keysOf(group: string) {
  return Object.keys(definitionsOf(group as GroupName)).map((name) => keyOf(group as GroupName, name))
}

function settingsFrom(stored: Stored) {
  const groups = Object.keys(GROUPS).map((group) => [group, valuesOf(group as GroupName, stored)])
  // Each value passed its schema, or is its default: what a computed key holds, the compiler cannot tell.
  return { stored, started: getSettings(), values: Object.fromEntries(groups) as SiteSettings }
}

function valuesOf(group: GroupName, stored: Stored) {
  const values = Object.entries(definitionsOf(group)).map(([name, setting]) => [
    name,
    valueOf(setting, stored, keyOf(group, name)),
  ])
  return Object.fromEntries(values) as Record<string, unknown>
}
