import { Link } from "react-router"
import { FailureNotice } from "#app/ui/failure-notice.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { itemAddress } from "./addresses.ts"

type Episode = {
  id: number
  title: string
  guest: string
  publishedOn: string
  /** As posters print it. */
  views: string
  likes: number
  comments: number
}

/** The last episodes and what came of them. */
export function EpisodesPanel({ episodes, hasFailed }: { episodes: Episode[]; hasFailed: boolean }) {
  return (
    <Panel
      title="Derniers épisodes"
      className="overview-wide"
      aside={
        <Link to="/admin/episodes" className="office-button">
          Tous les épisodes
        </Link>
      }
    >
      {hasFailed && <FailureNotice what="Impossible de charger les épisodes" />}
      {!hasFailed && episodes.length === 0 && (
        <p className="text-paper-ink">Aucun épisode n’est encore publié.</p>
      )}
      <ul className="overview-rows">
        {episodes.map(({ id, title, guest, publishedOn, views, likes, comments }) => (
          <li key={id} className="overview-episode">
            <Link to={itemAddress("episode", id)} className="overview-link">
              <span className="font-semibold wrap-anywhere">{title}</span>{" "}
              <span className="block text-sm wrap-anywhere text-paper-ink">
                {[guest, publishedOn].filter(Boolean).join(" · ")}
              </span>
            </Link>
            <dl className="overview-counts">
              <Count label="Vues" value={views} />
              <Count label="J’aime" value={likes.toLocaleString("fr-FR")} />
              <Count
                label="Commentaires"
                value={
                  <Link to={`/admin/comments?episode=${id}`} className="overview-count-link">
                    {comments.toLocaleString("fr-FR")}
                    <span className="sr-only"> : les lire, {title}</span>
                  </Link>
                }
              />
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Count({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
