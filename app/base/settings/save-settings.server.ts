import { createHash } from "node:crypto"
import { eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { encrypt } from "#app/db/encryption.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import type { SettingName } from "#app/db/settings.server.ts"
import { describePalette } from "./appearance/check-palette.ts"
import type { Palette } from "./appearance/palette.ts"
import { definitionsOf, keyOf, type SettingKey } from "./definitions.server.ts"
import { fromFields, toFields } from "./fields.ts"
import { type GroupName, GROUPS } from "./groups.ts"
import type { Setting } from "./setting.server.ts"
import {
  defaultOf,
  fixedValue,
  isOffered,
  keysOf,
  namesOf,
  readStored,
  refreshSiteSettings,
  valueOf,
} from "./site-settings.server.ts"

type Values = Record<string, unknown>

/** What a group's form holds, and by which state of the group it was filled. */
export type GroupForm = Awaited<ReturnType<typeof readGroup>>

/** One setting, as its form shows it. */
export type ShownSetting = GroupForm["settings"][number]

/** @returns a group's values as forms have them, and what they rest on; what is fixed by the server as it is */
export async function readGroup(group: GroupName) {
  const stored = await readStored(db, keysOf(group))
  const fields: Record<string, string> = {}
  const offered = Object.entries(definitionsOf(group)).filter(([, setting]) => isOffered(setting))
  const shown = offered.map(([name, setting]) => {
    const key = keyOf(group, name)
    const value = valueOf(setting, stored, key)
    Object.assign(fields, toFields(name, setting.field, value))
    return {
      name,
      label: setting.label,
      help: setting.help,
      field: setting.field,
      isAdvanced: setting.isAdvanced ?? false,
      isSet: stored.has(key),
      hasSecret: setting.field.kind === "secret" && value !== "",
      fixedBy: fixedValue(setting) === undefined ? undefined : setting.fixed?.variable,
      defaultText: describeValue(setting, defaultOf(setting, stored)),
    }
  })
  return { settings: shown, fields, basis: basisOf(stored) }
}

/**
 * The schema of a group's form: of the settings that its field `fields` names, those that can be set, by their names; what
 * it leaves out stays as it is.
 */
export function groupSchema(group: GroupName) {
  const definitions = Object.entries(definitionsOf(group))
  return z
    .record(z.string(), z.string())
    .transform((values): Record<string, unknown> => {
      const named = (values.fields ?? "").split(",")
      const sent = definitions.filter(
        ([name, setting]) => named.includes(name) && fixedValue(setting) === undefined,
      )
      return Object.fromEntries(sent.map(([name, { field }]) => [name, fromFields(name, field, values)]))
    })
    .pipe(
      z.object(
        Object.fromEntries(
          definitions.map(([name, { settable, schema }]) => [name, (settable ?? schema).optional()]),
        ),
      ),
    )
}

/**
 * Stores what of a group differs from what holds now; a value that is the default is not stored, so that it follows the
 * default. Pages that show it are purged, and all processes hear of it.
 *
 * @param basis the state that the form was filled from; without it, whatever is stored is overwritten
 * @returns the new basis when somebody else has saved the group since, and nothing when it was saved
 */
export function saveGroup(group: GroupName, values: Values, basis?: string) {
  return saveGroups([{ group, values, basis }])
}

/**
 * @property isNaming the podcast's name was said, also where it is the one that it has
 * @property backup the copy of the site that the values are from
 */
export type Part = {
  group: GroupName
  values: Values
  basis?: string
  isNaming?: boolean
  backup?: string
}

/** The same for several groups, one after the other, all of them or none. */
export async function saveGroups(parts: Part[]) {
  const newer = await db.transaction(await groupsWriter(parts))
  await refreshSiteSettings()
  return newer
}

/** What stores groups in a transaction of others, who afterwards have the settings read anew. */
export async function groupsWriter(parts: Part[]) {
  const sealed = await Promise.all(
    parts.map(async ({ values, ...part }) => ({ ...part, values: await sealSecrets(part.group, values) })),
  )
  return async (tx: Transaction) => {
    await lockSettings(tx)
    for (const { group, basis } of parts) {
      const current = basis !== undefined && basisOf(await readStored(tx, keysOf(group)))
      if (current && current !== basis) return current
    }
    for (const part of sealed) await saveValues(tx, part)
    return undefined
  }
}

async function saveValues(tx: Transaction, { group, values, isNaming = false, backup }: Part) {
  const stored = await readStored(tx, keysOf(group))
  const before: Values = {}
  const after: Values = {}
  for (const [name, value] of Object.entries(values)) {
    const setting = definitionsOf(group)[name]
    const key = keyOf(group, name)
    if (!setting || value === undefined || isSame(valueOf(setting, stored, key), value)) continue
    await (isSame(value, defaultOf(setting, stored))
      ? takeOut(tx, key, setting)
      : putIn(tx, key, value, setting))
    before[key] = describeValue(setting, valueOf(setting, stored, key))
    after[key] = describeValue(setting, value)
  }
  if (isNaming || NAME in after) await noteNamed(tx, true)
  if (Object.keys(after).length > 0) await recordChange(tx, group, before, after, backup)
}

const NAME = "podcast.name" satisfies SettingKey

/** Only where it is noted: sites that began before count as named. It shows on every page. */
async function noteNamed(tx: Transaction, isNamed: boolean) {
  const noted = "podcast-named" satisfies SettingName
  await tx.update(settings).set({ value: isNamed }).where(eq(settings.name, noted))
  await tx.execute(sql`select pg_notify('cko_pages', 'settings')`)
}

/** Gives a setting its default back. @returns false where there is no such setting, or it has it already */
export async function resetSetting(group: GroupName, name: string) {
  const setting = Object.hasOwn(definitionsOf(group), name) ? definitionsOf(group)[name] : undefined
  if (!setting) return false
  const key = keyOf(group, name)
  const isDone = await db.transaction(async (tx) => {
    await lockSettings(tx)
    const stored = await readStored(tx, [key])
    if (!stored.has(key)) return false
    await takeOut(tx, key, setting)
    if (key === NAME) await noteNamed(tx, false)
    const before = { [key]: describeValue(setting, valueOf(setting, stored, key)) }
    await recordChange(tx, group, before, { [key]: describeValue(setting, defaultOf(setting, stored)) })
    return true
  })
  await refreshSiteSettings()
  return isDone
}

/** One write after the other: each knows what the other left. */
async function lockSettings(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.settings})`)
}

async function takeOut(tx: Transaction, key: string, setting: Setting) {
  await tx.delete(settings).where(inArray(settings.name, namesOf(key)))
  await purge(tx, key, setting)
}

async function putIn(tx: Transaction, key: string, value: unknown, setting: Setting) {
  await tx.delete(settings).where(inArray(settings.name, namesOf(key)))
  await tx.insert(settings).values({ name: key, value })
  await purge(tx, key, setting)
}

/** Heard once it is committed: all pages go, or those that say they show it. */
async function purge(tx: Transaction, key: string, { isOnEveryPage }: Setting) {
  await tx.execute(sql`select pg_notify('cko_pages', ${isOnEveryPage ? "settings" : `settings/${key}`})`)
}

async function recordChange(
  tx: Transaction,
  group: GroupName,
  before: Values,
  after: Values,
  backup?: string,
) {
  const deed = { action: backup ? "restore" : "update", kind: "settings", id: `site-${group}` } as const
  await record(tx, { ...deed, title: GROUPS[group].title, before, after: { ...after, backup } })
}

/** A secret that was typed is encrypted; one that was left empty stays as it is. */
async function sealSecrets(group: GroupName, values: Values) {
  const sealed = Object.entries(values).map(async ([name, value]) => {
    if (definitionsOf(group)[name]?.field.kind !== "secret") return [name, value]
    return [
      name,
      value === "" || typeof value !== "string" ? undefined : await encrypt(value, keyOf(group, name)),
    ]
  })
  return Object.fromEntries(await Promise.all(sealed)) as Values
}

/** The same for the same stored values. */
export function basisOf(stored: Map<string, unknown>) {
  const rows = [...stored].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash("sha256").update(JSON.stringify(rows)).digest("base64url").slice(0, 22)
}

export function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A value as the log tells it, and the form its default. */
export function describeValue({ field }: Setting, value: unknown): string {
  if (field.kind === "secret") return value === "" ? "" : "••••••"
  if (field.kind === "switch") return value === true ? "oui" : "non"
  if (field.kind === "palette") return describePalette(value as Palette)
  const label = (of: unknown) =>
    "options" in field
      ? (field.options.find((option) => option.value === of)?.label ?? String(of))
      : String(of)
  if (!Array.isArray(value)) return value === null || value === undefined ? "" : label(value)
  return value
    .map((row: unknown) =>
      typeof row === "object" && row ? Object.values(row).filter(Boolean).join(" : ") : label(row),
    )
    .join("\n")
}
