import { appearance } from "./definitions/appearance.server.ts"
import { automatic } from "./definitions/automatic.server.ts"
import { embeds } from "./definitions/embeds.server.ts"
import { feed } from "./definitions/feed.server.ts"
import { legal } from "./definitions/legal.server.ts"
import { letters } from "./definitions/letters.server.ts"
import { links } from "./definitions/links.server.ts"
import { mail } from "./definitions/mail.server.ts"
import { navigation } from "./definitions/navigation.server.ts"
import { podcast } from "./definitions/podcast.server.ts"
import { presentation } from "./definitions/presentation.server.ts"
import { audience } from "./definitions/audience.server.ts"
import { retention } from "./definitions/retention.server.ts"
import { bounces } from "./definitions/bounces.server.ts"
import { rules } from "./definitions/rules.server.ts"
import { support } from "./definitions/support.server.ts"
import { texts } from "./definitions/texts.server.ts"
import { updates } from "./definitions/updates.server.ts"
import { uploads } from "./definitions/uploads.server.ts"
import type { GroupName } from "./groups.ts"
import type { Setting } from "./setting.server.ts"

/** Everything that hosts set, by group; the pages of the back office follow from it (docs/how-to.md). */
export const DEFINITIONS = {
  podcast,
  feed,
  embeds,
  presentation,
  texts,
  appearance,
  links,
  support,
  navigation,
  rules,
  retention,
  audience,
  uploads,
  legal,
  mail,
  letters,
  automatic,
  returns: bounces,
  updates,
} satisfies Record<GroupName, Record<string, unknown>>

type Definitions = typeof DEFINITIONS
type ValueOf<Definition> = Definition extends Setting<infer Value> ? Value : never

/** The values of all settings, by group. */
export type SiteSettings = {
  [Group in keyof Definitions]: {
    [Name in keyof Definitions[Group]]: ValueOf<Definitions[Group][Name]>
  }
}

/** One group's definitions, where only its name is known at run time. */
export function definitionsOf(group: GroupName) {
  return DEFINITIONS[group] as unknown as Record<string, Setting>
}

/** `podcast.name`: what a setting is called in the database, in the log and among what pages show. */
export type SettingKey = {
  [Group in keyof Definitions]: `${Group}.${keyof Definitions[Group] & string}`
}[keyof Definitions]

/** What a setting is called in the back office, by its key; undefined for what is none. */
export function labelOf(key: string) {
  const [group = "", name = ""] = key.split(".")
  const definitions = Object.hasOwn(DEFINITIONS, group) ? definitionsOf(group as GroupName) : {}
  return Object.hasOwn(definitions, name) ? definitions[name]?.label : undefined
}

/** What a choice is called, of a setting that has some. */
export function labelOfValue<Group extends GroupName>(
  group: Group,
  name: keyof SiteSettings[Group] & string,
  value: string,
) {
  const field = definitionsOf(group)[name]?.field
  return (
    (field && "options" in field && field.options.find((option) => option.value === value)?.label) || value
  )
}

export function keyOf(group: GroupName, name: string) {
  return `${group}.${name}`
}
