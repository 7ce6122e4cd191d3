import officeIcons from "./icons/office.svg?url"
import siteIcons from "./icons/site.svg?raw"

const SITE_ICONS = ["bell", "circle-alert", "circle-check", "heart", "pause", "play", "x"] as const
type SiteIcon = (typeof SITE_ICONS)[number]
type OfficeIcon =
  | "archive"
  | "archive-restore"
  | "ban"
  | "calendar"
  | "chevron-left"
  | "chevron-right"
  | "circle-pause"
  | "circle-play"
  | "download"
  | "eye"
  | "eye-off"
  | "file-text"
  | "history"
  | "inbox"
  | "mail"
  | "mail-open"
  | "menu"
  | "message-square"
  | "mic"
  | "newspaper"
  | "panel-left-close"
  | "panel-left-open"
  | "pen-line"
  | "pencil"
  | "refresh-cw"
  | "reply"
  | "search"
  | "settings"
  | "shield-check"
  | "trash"
  | "undo"
  | "user-cog"
  | "user-plus"
  | "user-x"
  | "users"
export type IconName = SiteIcon | OfficeIcon

/** Lucide's icons by their names (icons/LICENSE), drawn once and used where they stand. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  const file = (SITE_ICONS as readonly string[]).includes(name) ? "" : officeIcons
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${file}#icon-${name}`} />
    </svg>
  )
}

/** Those that visitors see, in the page itself: they show at once. The back office's come in a file that is kept. */
export function SiteIcons() {
  return <div hidden dangerouslySetInnerHTML={{ __html: siteIcons }} />
}
