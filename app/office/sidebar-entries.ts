import { can, type Permission, type Person } from "#app/kit/lib/rights.ts"
import type { TypeEntry } from "#app/content/managed-type.ts"
import { EPISODES, LISTENING, METHOD_PAGE, OVERVIEW, VISITS } from "#app/audience/statistics/office/paths.ts"
import { groupAddress, type GroupName, GROUPS, pageOf } from "#app/base/settings/groups.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"

/** How much waits for somebody, by what it is, up to one more than `MOST`. */
type Counts = { comments: number; messages: number }
/** What the sidebar tells: how much waits, and whether something of the site is wrong. */
export type Waiting = Counts & { isSiteWrong: boolean }

/** A page of the back office. */
type Page = {
  to: string
  label: string
  icon: IconName
  permission: Permission
  /** What of it may wait for somebody. */
  waiting?: keyof Counts
  /** It shows what of the site is wrong. */
  isOfSite?: true
  /** What it lists: pages that are no tabs, above which stands the way back to it. */
  inside?: Page[]
}

/** What the sidebar shows: it leads to the first of its pages, or to what has that page, too; all of them stand as tabs above it. */
export type Entry = { to: string; label: string; icon: IconName; pages: Page[] }
export type Group = { label: string; entries: Entry[] }

export const MAINTENANCE = "/admin/maintenance"
export const BACKUPS = `${MAINTENANCE}/backups`
/** What one of them holds. */
export const CONTENTS = `${BACKUPS}/contents`

/** Everything in one archive, to take along. */
export const EXPORT = `${MAINTENANCE}/export`

/** Types that are pages of another entry; each further one is an entry of its own. */
const PAGES_OF_OTHERS = ["episode", "guest", "letter", "supporter", "level", "redirect"]

const page = (to: string, label: string, icon: IconName, further: Partial<Page> = {}): Page => ({
  to,
  label,
  icon,
  permission: "administration",
  ...further,
})
const groupPage = (group: GroupName) => page(groupAddress(group), GROUPS[group].title, GROUPS[group].icon)
/** Settings that are tabs of another entry, or one of Entretien. */
const isElsewhere = (group: GroupName) => "isTab" in GROUPS[group] || pageOf(group) === undefined
const SETTING_GROUPS = Object.keys(GROUPS) as GroupName[]
const entry = (label: string, icon: IconName, pages: Page[]) => ({ label, icon, pages })
const alone = (one: Page) => entry(one.label, one.icon, [one])

/** What somebody finds in the sidebar, group by group. */
export function sidebarGroups(types: TypeEntry[], person: Person): Group[] {
  const pageOf = ({ to, label, icon, permission }: TypeEntry) => page(to, label, icon, { permission })
  const typed = (kind: string) => types.filter((type) => type.kind === kind).map(pageOf)
  const further = types.filter(({ kind }) => !PAGES_OF_OTHERS.includes(kind)).map(pageOf)
  const groups = [
    {
      label: "Publier",
      entries: [
        entry("Épisodes", "mic", [
          ...typed("episode"),
          ...typed("guest"),
          page("/admin/transcripts", "Transcriptions", "captions", { permission: "editing" }),
        ]),
        ...further.map(alone),
      ],
    },
    {
      label: "Public",
      entries: [
        entry("Échanges", "message-square", [
          page("/admin/comments", "Commentaires", "message-square", {
            permission: "moderation",
            waiting: "comments",
          }),
          page("/admin/messages", "Messages", "inbox", { waiting: "messages" }),
        ]),
        entry("Newsletter", "mail", [
          page("/admin/newsletter", "Abonnés", "mail"),
          ...typed("letter"),
          ...typed("supporter"),
          ...typed("level"),
          page(groupAddress("automatic"), "Automatiques", "send"),
          page(groupAddress("returns"), "Retours", "corner-down-left"),
        ]),
        entry("Audience", "chart-line", [
          page(OVERVIEW, "Aperçu", "chart-line", { permission: "writing-all" }),
          page(EPISODES, "Par épisode", "chart-line", { permission: "writing" }),
          page(LISTENING, "Comment on écoute", "chart-line", { permission: "writing-all" }),
          page(VISITS, "Le site", "chart-line"),
          page(METHOD_PAGE, "Méthode", "chart-line"),
        ]),
      ],
    },
    {
      label: "Site",
      entries: [
        entry("Diffusion", "rss", [
          page("/admin/feed", "Le flux", "rss"),
          page(groupAddress("links"), "Plateformes", "link"),
          page("/admin/import", "Importer", "download"),
          page("/admin/moving", "Déménager", "signpost"),
        ]),
        entry("Réglages", "sliders-horizontal", [
          page("/admin/site", "Réglages", "sliders-horizontal", {
            inside: SETTING_GROUPS.filter((group) => !isElsewhere(group)).map(groupPage),
          }),
          page(MAINTENANCE, "Entretien", "wrench", {
            isOfSite: true,
            inside: [
              page("/admin/health", "Santé du site", "heart-pulse"),
              page(BACKUPS, "Sauvegardes", "archive-restore"),
              page(EXPORT, "Exporter", "archive"),
              page("/admin/jobs", "Travaux", "list-checks"),
              page("/admin/log", "Journal", "history"),
              ...typed("redirect"),
              page("/admin/bin", "Corbeille", "trash"),
              groupPage("uploads"),
              page("/admin/personal-data", "Données personnelles", "shield-check"),
            ],
          }),
        ]),
        alone(page("/admin/users", "Utilisateurs", "users")),
      ],
    },
  ]
  return groups.flatMap(({ label, entries }) => {
    const allowed = entries.flatMap((one) => {
      const pages = one.pages.filter(({ permission }) => can(person, permission))
      const [first, ...others] = pages
      if (!first) return []
      return [{ to: first.to, ...(others.length > 0 ? { ...one, pages } : alone(first)) }]
    })
    return allowed.length > 0 ? [{ label, entries: allowed }] : []
  })
}

/** In the sidebar's footer, for everybody who is signed in. */
export const SETTINGS: Page = page("/admin/settings", "Paramètres", "settings", { permission: "settings" })

/** The first page is the manager of episodes. */
const INDEX = "/admin"
const SHOWN_THERE = "/admin/episodes"

/** The page that is shown at an address. */
export const shownAt = (pathname: string) => (pathname === INDEX ? SHOWN_THERE : pathname)

/** The entry that a page belongs to, and the tab that it is or stands inside of: that with the longest address above it. */
export function findCurrent(groups: Group[], pathname: string) {
  const shown = shownAt(pathname)
  return groups
    .flatMap(({ entries }) => entries)
    .flatMap((one) =>
      one.pages.flatMap((tab) => [tab, ...(tab.inside ?? [])].map(({ to }) => ({ entry: one, tab, to }))),
    )
    .filter(({ to }) => shown === to || shown.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
}

/** How much waits on these pages together. */
export const countWaiting = (pages: Page[], waiting: Waiting | undefined) =>
  pages.reduce((sum, one) => sum + ((one.waiting && waiting?.[one.waiting]) ?? 0), 0)

/** Whether one of these pages shows that something of the site is wrong. */
export const tellsOfFault = (pages: Page[], waiting: Waiting | undefined) =>
  (waiting?.isSiteWrong ?? false) && pages.some(({ isOfSite }) => isOfSite)
