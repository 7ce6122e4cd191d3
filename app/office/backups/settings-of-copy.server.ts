import { definitionsOf, keyOf, type SettingKey } from "#app/base/settings/definitions.server.ts"
import { type GroupName, GROUPS } from "#app/base/settings/groups.ts"
import { findLostPictures, findWrongPictures } from "#app/base/settings/picture-sizes.server.ts"
import { basisOf, describeValue, isSame, saveGroups } from "#app/base/settings/save-settings.server.ts"
import {
  defaultOf,
  fixedValue,
  isOffered,
  keysOf,
  namesOf,
  readStored,
  underTheirKeys,
  valueOf,
} from "#app/base/settings/site-settings.server.ts"
import { excerpts } from "#app/db/audit.server.ts"
import type { CopyContents } from "#app/db/backup/contents.server.ts"
import { db } from "#app/db/client.server.ts"
import type { SettingName } from "#app/db/settings.server.ts"

const groupNames = Object.keys(GROUPS) as GroupName[]

/** The group that is called so, if one is. */
export const findGroup = (name: string) => groupNames.find((group) => group === name)

const NAMED = "podcast-named" satisfies SettingName
const NAME = "podcast.name" satisfies SettingKey

/** The settings of a group that may be shown: what is secret is neither read from a copy nor told. */
const openSettings = (group: GroupName) =>
  Object.entries(definitionsOf(group)).filter(([, { field }]) => field.kind !== "secret")

/** What is read of a copy, by what it may have been called. */
export const SETTINGS_OF_COPIES = [
  NAMED,
  ...groupNames.flatMap((group) => openSettings(group).flatMap(([name]) => namesOf(keyOf(group, name)))),
]

/**
 * Those are set on their own pages only: a password belongs to the server it was typed for, and a shorter time asks first what it
 * deletes.
 */
const isApart = (group: GroupName) =>
  group === "retention" || openSettings(group).length < Object.keys(definitionsOf(group)).length

/** @param isOlder the copy is of a version that may not have known a setting of which it says nothing */
export async function compareSettings(contents: CopyContents, isOlder: boolean) {
  const found = await Promise.all(groupNames.map((group) => compareGroup(group, contents, isOlder)))
  return found
    .filter(({ changes }) => changes.length > 0)
    .map(({ group, isApart, basis, changes }) => ({ group, isApart, basis, changes }))
}

async function compareGroup(group: GroupName, contents: CopyContents, isOlder: boolean) {
  const stored = await readStored(db, keysOf(group))
  const inCopy = underTheirKeys(new Map(Object.entries(contents.settings)))
  const found = openSettings(group).flatMap(([name, setting]) => {
    const key = keyOf(group, name)
    if (fixedValue(setting) !== undefined || !isOffered(setting)) return []
    // A name that nobody had chosen is none to go back to.
    if (key === NAME && inCopy.get(NAMED) === false) return []
    if (!inCopy.has(key) && isOlder) return []
    const { data: value, success } = inCopy.has(key)
      ? (setting.settable ?? setting.schema).safeParse(inCopy.get(key))
      : { data: defaultOf(setting, stored), success: true }
    const now = valueOf(setting, stored, key)
    if (!success || isSame(now, value)) return []
    const [today, copied] = excerpts(describeValue(setting, now), describeValue(setting, value))
    return [{ name, value, label: setting.label, today, copied }]
  })
  const sent = Object.fromEntries(found.map(({ name, value }) => [name, value]))
  const unfit = [
    ...Object.keys(await findWrongPictures(group, sent)),
    ...(await findLostPictures(group, sent)),
  ]
  const fit = found.filter(({ name }) => !unfit.includes(name))
  return {
    group,
    isApart: isApart(group),
    basis: basisOf(stored),
    changes: fit.map(({ value: _value, ...shown }) => shown),
    values: Object.fromEntries(fit.map(({ name, value }) => [name, value])),
  }
}

/**
 * Brings a group back as a copy has it.
 *
 * @param basis the state of the group that the differences were seen by
 * @returns `changed` where somebody saved the group since, `same` where there is nothing to bring back
 */
export async function bringSettings(
  { name: backup, contents, isOlder }: { name: string; contents: CopyContents; isOlder: boolean },
  group: GroupName,
  basis: string,
) {
  const { changes, values } = await compareGroup(group, contents, isOlder)
  if (isApart(group) || changes.length === 0) return "same"
  const newer = await saveGroups([{ group, values, basis, backup }])
  return newer === undefined ? "brought" : "changed"
}
