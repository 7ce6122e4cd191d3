import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { publicUrlContext } from "#app/http/public-url.server.ts"
import { Panel } from "#app/ui/panel.tsx"
import { FEED_PATH, LISTEN_PATH } from "../feed-address.ts"
import { FeedAddress } from "../listen/feed-address-field.tsx"
import type { Route } from "./+types/manage-feed.route"
import { checkFeed } from "./check-feed.server.ts"
import { FindingPanel } from "./finding-panel.tsx"
import { describeCount, summarizeFeed } from "./feed-words.ts"

export async function loader({ context }: Route.LoaderArgs) {
  const publicUrl = context.get(publicUrlContext)
  const { value: check } = await loadOr(checkFeed(publicUrl), null)
  return { feedUrl: publicUrl + FEED_PATH, check }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Flux du podcast")
}

export default function ManageFeed({ loaderData: { feedUrl, check } }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">Flux du podcast</h1>
        <div className="flex flex-wrap gap-3">
          <Link to="." className="office-button" preventScrollReset>
            Vérifier à nouveau
          </Link>
          <Link to="/admin/site/feed" className="office-button">
            Réglages du flux
          </Link>
        </div>
      </div>
      <p className="mt-2 text-lg">
        <strong>{check ? summarizeFeed(check.findings) : "Le flux n’a pas pu être vérifié."}</strong>{" "}
        {check && <span className="text-sm text-paper-ink">{describeCount(check.count)}</span>}
      </p>
      <Panel title="Son adresse" className="mt-6">
        <p>
          C’est elle que l’on donne aux annuaires, comme Apple Podcasts, Spotify ou Deezer, et que lisent les
          applications d’écoute. Les visiteurs la trouvent sur{" "}
          <a href={LISTEN_PATH} className="underline">
            la page Écouter
          </a>
          .
        </p>
        <FeedAddress address={feedUrl} button="office-button" />
      </Panel>
      {check && (
        <>
          <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
            {check.findings.map((finding) => (
              <FindingPanel key={finding.id} {...finding} />
            ))}
          </div>
          {check.kept.length > 0 && (
            <Panel title="Respecté" className="mt-5">
              <ul className="list-disc pl-5">
                {check.kept.map((title) => (
                  <li key={title}>{title}</li>
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </>
  )
}
