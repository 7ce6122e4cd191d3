import officeIcons from "./icons/office.svg?url"
import siteIcons from "./icons/site.svg?raw"

const SITE_ICONS = [
  "bell",
  "circle-alert",
  "circle-check",
  "heart",
  "link",
  "pause",
  "play",
  "share-2",
  "x",
] as const
type SiteIcon = (typeof SITE_ICONS)[number]
type OfficeIcon =
  | "archive"
  | "archive-restore"
  | "arrow-down"
  | "arrow-up"
  | "audio-lines"
  | "ban"
  | "bold"
  | "calendar"
  | "captions"
  | "chart-line"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "chevron-up"
  | "circle-pause"
  | "circle-play"
  | "circle-question-mark"
  | "copy"
  | "corner-down-left"
  | "crosshair"
  | "download"
  | "ellipsis"
  | "external-link"
  | "eye"
  | "eye-off"
  | "file-audio"
  | "file-text"
  | "file-video"
  | "globe"
  | "grip-vertical"
  | "hard-drive"
  | "heading-2"
  | "heading-3"
  | "heart-pulse"
  | "history"
  | "image"
  | "image-plus"
  | "images"
  | "inbox"
  | "italic"
  | "list"
  | "list-checks"
  | "list-ordered"
  | "log-out"
  | "mail"
  | "mail-open"
  | "maximize"
  | "menu"
  | "message-square"
  | "mic"
  | "minimize"
  | "music"
  | "newspaper"
  | "panel-left-close"
  | "panel-left-open"
  | "pen-line"
  | "palette"
  | "pencil"
  | "plus"
  | "quote"
  | "redo"
  | "refresh-cw"
  | "reply"
  | "rotate-ccw"
  | "rss"
  | "save"
  | "search"
  | "send"
  | "settings"
  | "shield-check"
  | "signpost"
  | "sliders-horizontal"
  | "sun-moon"
  | "superscript"
  | "table"
  | "text"
  | "trash"
  | "triangle-alert"
  | "undo"
  | "upload"
  | "user"
  | "user-cog"
  | "user-plus"
  | "user-x"
  | "users"
  | "video"
  | "wrench"
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
