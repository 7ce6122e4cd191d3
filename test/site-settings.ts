import { definitionsOf, type SiteSettings } from "#app/base/settings/definitions.server.ts"
import { GROUPS, type GroupName } from "#app/base/settings/groups.ts"
import { saveGroup } from "#app/base/settings/save-settings.server.ts"

/** What a site says before anybody has set anything. */
export const DEFAULTS = Object.fromEntries(
  Object.keys(GROUPS).map((group) => [
    group,
    Object.fromEntries(
      Object.entries(definitionsOf(group as GroupName)).map(([name, { default: value }]) => [name, value]),
    ),
  ]),
) as SiteSettings

/** Sets some of a group as an admin would. */
export async function setSettings<Group extends GroupName>(
  group: Group,
  values: Partial<SiteSettings[Group]>,
) {
  await saveGroup(group, values)
}
