import { Link } from "react-router"
import { Panel } from "#app/kit/ui/panel.tsx"

type Props = {
  title: string
  text: string
  /** A second paragraph. */
  more?: string
  links: { to: string; label: string; reload?: boolean }[]
}

/** What stands in the shell instead of a page, and where to go from there. */
export function NoticeCard({ title, text, more, links }: Props) {
  return (
    <div className="mx-auto max-w-xl py-8">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <Panel title={title} headingLevel={1}>
        <p>{text}</p>
        {more && <p className="mt-3">{more}</p>}
        <div className="mt-5 flex flex-wrap gap-3">
          {links.map(({ to, label, reload }) => (
            <Link key={to} to={to} reloadDocument={reload} className="office-button">
              {label}
            </Link>
          ))}
        </div>
      </Panel>
    </div>
  )
}
