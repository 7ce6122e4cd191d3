import { Link } from "react-router"
import { podcastName } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import type { CheckState } from "#app/kit/ui/check-state.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { StateMark } from "#app/kit/ui/state-mark.tsx"
import { FEED_PATH, LISTEN_PATH } from "../feed-address.ts"
import { HubPanel } from "../hub/hub-panel.tsx"
import { hubIntents } from "../hub/hub.schema.ts"
import { askForTelling, loadHub } from "../hub/manage-hub.server.ts"
import { FeedAddress } from "../listen/feed-address-field.tsx"
import { UnnamedNotice } from "../unnamed-notice.tsx"
import type { Route } from "./+types/manage-feed.route"
import { checkFeed, type Finding } from "./check-feed.server.ts"

export async function loader({ context }: Route.LoaderArgs) {
  const publicUrl = context.get(publicUrlContext)
  const [{ value: check }, { value: hub }] = await Promise.all([
    loadOr(checkFeed(publicUrl), null),
    loadOr(loadHub(), null),
  ])
  return { feedUrl: podcastName().isNamed ? publicUrl + FEED_PATH : undefined, check, hub }
}

export async function action({ request }: Route.ActionArgs) {
  parseIntent(await readForm(request), hubIntents)
  const ask = async () => ((await askForTelling()) ? "Le relais va être prévenu" : undefined)
  return respondToClick(ask, "Aucun relais n’est choisi, ou il n’a pas pu être prévenu")
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Flux du podcast")
}

export default function ManageFeed({ loaderData: { feedUrl, check, hub } }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">Flux du podcast</h1>
        <div className="flex flex-wrap gap-3">
          <Link to="." className="office-button" preventScrollReset>
            Vérifier à nouveau
          </Link>
          <Link to="/admin/moving" className="office-button">
            Déménager
          </Link>
          <Link to="/admin/site/feed" className="office-button">
            Options du flux
          </Link>
        </div>
      </div>
      <p className="mt-2 text-lg">
        <strong>{check ? summarizeFeed(check.findings) : "Le flux n’a pas pu être vérifié."}</strong>{" "}
        {check && <span className="text-sm text-paper-ink">{describeCount(check.count)}</span>}
      </p>
      <Panel title="Son adresse" className="mt-6">
        {feedUrl === undefined ? (
          <UnnamedNotice />
        ) : (
          <>
            <p>
              C’est elle que l’on donne aux annuaires, comme Apple Podcasts, Spotify ou Deezer, et que lisent
              les applications d’écoute. Les visiteurs la trouvent sur{" "}
              <a href={LISTEN_PATH} className="underline">
                la page Écouter
              </a>
              .
            </p>
            <FeedAddress address={feedUrl} isOffice />
          </>
        )}
      </Panel>
      <HubPanel hub={hub} />
      {check && (
        <>
          <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
            {check.findings.map((finding) => (
              <FindingPanel key={finding.id} {...finding} />
            ))}
          </div>
          {check.passed.length > 0 && (
            <Panel title="Respecté" className="mt-5">
              <ul className="list-disc pl-5">
                {check.passed.map((title) => (
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

/** « 2 points à corriger, 1 à voir. » */
function summarizeFeed(findings: { state: CheckState }[]) {
  const fix = findings.filter(({ state }) => state === "fix").length
  const look = findings.length - fix
  const points = (count: number) => `${count} point${count > 1 ? "s" : ""}`
  if (fix > 0) return `${points(fix)} à corriger${look > 0 ? `, ${look} à voir` : ""}.`
  return look > 0
    ? `Les annuaires acceptent ce flux ; ${points(look)} à voir.`
    : "Les annuaires acceptent ce flux."
}

function describeCount(count: number) {
  return count === 0
    ? "Aucun épisode dans le flux."
    : `${count.toLocaleString("fr-FR")} épisode${count > 1 ? "s" : ""} dans le flux.`
}

/** A rule that is broken: who wants it, what to do, and where. */
function FindingPanel({ id, title, state, who, advice, to, episodes }: Finding) {
  return (
    <Panel id={id} title={title} aside={<StateMark state={state} />}>
      <p className="break-words">
        <strong>À faire{"\u00a0"}:</strong> {advice}
      </p>
      <p className="mt-1 text-sm text-paper-ink">
        Demandé par{"\u00a0"}: {who}
      </p>
      {episodes && <Concerned {...episodes} />}
      {to && (
        <Link to={to.address} className="office-button mt-4">
          {to.label}
        </Link>
      )}
    </Panel>
  )
}

function Concerned({ count, first }: NonNullable<Finding["episodes"]>) {
  const further = count - first.length
  return (
    <>
      <p className="mt-3 font-semibold">
        {count.toLocaleString("fr-FR")} épisode{count > 1 ? "s" : ""}
      </p>
      <ul>
        {first.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`/admin/episodes/${id}`}
              className="inline-flex min-h-11 items-center break-words underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {further > 0 && <p className="text-sm">et {further.toLocaleString("fr-FR")} de plus</p>}
    </>
  )
}
