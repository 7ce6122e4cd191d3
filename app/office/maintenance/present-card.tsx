import { Link } from "react-router"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import type { Present } from "./or-unknown.server.ts"

type Props = { to: string; icon: IconName; title: string; text: string; present: Present }

/** A part of the site that is set or looked after on a page of its own: one link, with how it is at present. */
export function PresentCard({ to, icon, title, text, present }: Props) {
  return (
    <li className="setting-group">
      <Icon name={icon} className="mt-0.5 size-6" />
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">
          <Link to={to} className="after:absolute after:inset-0">
            {title}
          </Link>{" "}
          {present.isWrong && (
            <span className="ml-1 inline-block size-2 rounded-full bg-blood-dark align-middle">
              <span className="sr-only">À voir</span>
            </span>
          )}
        </h2>
        <p className="text-[0.9375rem] text-paper-ink">{text}</p>
        <p className="mt-1.5 text-[0.9375rem] break-words">{present.text}</p>
      </div>
      <Icon name="chevron-right" className="mt-0.5 size-5" />
    </li>
  )
}
