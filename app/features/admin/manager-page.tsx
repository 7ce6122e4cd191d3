import { Link } from "react-router"

type Props = {
  title: string
  action?: { to: string; label: string }
  children: React.ReactNode
}

/** A manager: its title, then the card of the form and the card of the list. */
export function ManagerPage({ title, action, children }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">{title}</h1>
        {action && (
          <Link to={action.to} className="office-button">
            {action.label}
          </Link>
        )}
      </div>
      <div className="mt-6 grid gap-8">{children}</div>
    </>
  )
}
