import type { IconName } from "#app/kit/ui/icon.tsx"
import type { Action } from "./search-actions.ts"
import type { Recent } from "./recent.ts"
import { type Meant, searchAddress, type SearchResults } from "./search-results.ts"

export type OptionAction =
  { to: string } | Extract<Action, { scheme: unknown }> | Extract<Action, { signsOut: true }>

/** One line of the dialog. */
export type Option = {
  /** Without spaces: part of the line's id. */
  key: string
  label: string
  detail?: string
  icon: IconName
  action: OptionAction
  /** Of what the site found, its kind. */
  kind?: string
}

/** Lines under one heading. */
export type Section = { label: string; options: Option[] }

/** So many actions stand before what was found. */
const MOST_ACTIONS = 6

/** Everything the dialog shows, in order: before one types, where one went last and all that can be done. */
export function makeSections(
  found: Action[],
  search: string,
  { meant, groups }: Pick<SearchResults, "meant" | "groups">,
  recent: Recent[],
): Section[] {
  const actions = found.map(toOption)
  if (!search)
    return filled([
      { label: "Récemment", options: recent.map(fromRecent) },
      { label: "Actions", options: actions },
    ])
  return filled([
    { label: "Actions", options: [...actions, ...meant.map(fromMeant)].slice(0, MOST_ACTIONS) },
    ...groups.map(({ kind, label, icon, hits }) => ({
      label,
      options: hits.map(({ id, title, detail, to }) => ({
        key: `${kind}:${id}`,
        label: title,
        detail,
        icon,
        action: { to },
        kind,
      })),
    })),
    { label: "Ailleurs", options: [allOf(search)] },
  ])
}

const filled = (sections: Section[]) => sections.filter(({ options }) => options.length > 0)

function toOption(action: Action): Option {
  const key = "to" in action ? action.to : "scheme" in action ? action.scheme : "sign-out"
  return { key: `action:${key}`, label: action.label, icon: action.icon, action }
}

function fromMeant({ label, icon, to }: Meant): Option {
  return { key: `meant:${to}`, label, icon, action: { to } }
}

function fromRecent({ title, icon, to }: Recent): Option {
  return { key: `recent:${to}`, label: title, icon, action: { to } }
}

/** The same on a page, which stays open. */
function allOf(search: string): Option {
  return {
    key: "all",
    label: `Tous les résultats pour « ${search} »`,
    icon: "search",
    action: { to: searchAddress(search) },
  }
}
