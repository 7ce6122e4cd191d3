import { Link } from "react-router"

type Props = { id: number; current: "form" | "audience" }

/** The two pages of an episode in the studio. */
export function EpisodeTabs({ id, current }: Props) {
  const address = `/admin/episodes/${id}`
  return (
    <nav aria-label="Épisode" className="form-tabs mt-2">
      <Link to={address} aria-current={current === "form" ? "page" : undefined} className="section-tab">
        Épisode
      </Link>
      <Link
        to={`${address}/audience`}
        aria-current={current === "audience" ? "page" : undefined}
        className="section-tab"
      >
        Audience
      </Link>
    </nav>
  )
}
