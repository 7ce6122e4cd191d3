import { useEffect } from "react"
import { Link, useRevalidator } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import type { loadFeeds } from "./manage-feeds.server.ts"
import { forgettingOf } from "./remembered.copy.ts"
import type { feedIntents } from "./remembered.schema.ts"

type Page = Awaited<ReturnType<typeof loadFeeds>>["data"]
type Feed = Page["feeds"][number]
type Fields = Asking<typeof feedIntents>

/** The feeds that the site reads again by itself: what came of it, and what can be done. */
export function RememberedFeeds({ feeds, interval }: Pick<Page, "feeds" | "interval">) {
  useReloading(feeds.some(({ isReading }) => isReading))
  if (feeds.length === 0) return null
  return (
    <Panel title={feeds.length > 1 ? "Flux retenus" : "Flux retenu"}>
      <p className="max-w-[75ch] text-paper-ink">
        {interval
          ? `Le site relit ${feeds.length > 1 ? "ces flux" : "ce flux"} ${interval} et importe ce qui a changé, comme le ferait un nouvel import.`
          : "La lecture automatique est désactivée sur ce site (FEED_INTERVAL=0)\u00a0: relisez vous-même un flux quand il a changé."}
      </p>
      <ul className="mt-4">
        {feeds.map((feed) => (
          <li key={feed.id} className="grid grid-cols-1 gap-4 border-t border-rule py-5 last:pb-0">
            <FeedHead feed={feed} />
            {/* What came of a reading is said to those who do not see it change. */}
            <div aria-live="polite" className="grid grid-cols-1 gap-4">
              {feed.trouble && <Trouble {...feed.trouble} />}
              <Facts feed={feed} />
            </div>
            {feed.arrived && <Arrivals {...feed.arrived} />}
            <FeedActions feed={feed} canStop={interval !== undefined} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** While a feed is being read, what came of it is looked for. */
function useReloading(isReading: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(() => void revalidate(), RELOAD_MS)
    return () => clearInterval(timer)
  }, [isReading, revalidate])
}

function FeedHead({ feed: { id, url, title, imageUrl, isAutomatic, isReading } }: { feed: Feed }) {
  return (
    <div className="flex gap-4">
      <PosterImage src={imageUrl} fallback={null} variant={id} className="size-20 flex-none md:size-24" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg font-extrabold break-words">{title}</h3>
          {isReading && <Badge variant="secondary">Lecture en cours…</Badge>}
          {!isAutomatic && <Badge variant="outline">Arrêté</Badge>}
        </div>
        <p className="text-sm break-all text-paper-ink">{url}</p>
        {isReading && (
          <Link to="." className="text-sm underline" preventScrollReset>
            Actualiser
          </Link>
        )}
      </div>
    </div>
  )
}

function Trouble({ error, since, advice }: NonNullable<Feed["trouble"]>) {
  return (
    <div className="office-alert grid grid-cols-1 gap-1">
      <p className="font-semibold break-words text-blood-dark">{error}</p>
      <p className="text-sm">{since}</p>
      <p className="text-sm">{advice}</p>
    </div>
  )
}

function Facts({ feed: { last, counts, next, links } }: { feed: Feed }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 md:gap-x-6">
      <dt className="text-paper-ink">Dernière lecture</dt>
      <dd className="font-semibold">{last}</dd>
      {counts && (
        <>
          <dt className="text-paper-ink">Résultat</dt>
          <dd className="font-semibold">{counts}</dd>
        </>
      )}
      <dt className="text-paper-ink">Prochaine lecture</dt>
      <dd className="font-semibold">{next}</dd>
      {links.length > 0 && (
        <>
          <dt className="text-paper-ink">Liens du flux</dt>
          <dd className="flex flex-wrap gap-x-4">
            {links.map(({ platform, url }) => (
              <a key={platform} href={url} target="_blank" rel="noreferrer" className="underline">
                {platform}
              </a>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function Arrivals({ title, episodes, more }: NonNullable<Feed["arrived"]>) {
  if (episodes.length === 0) return null
  return (
    <details open={episodes.length <= OPEN_ARRIVALS}>
      <summary className="min-h-11 content-center font-semibold underline">{title}</summary>
      <ul className="divide-y divide-rule border-y border-rule">
        {episodes.map(({ id, title, guest }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
            <Link to={`/episodes/${id}`} className="min-h-11 min-w-0 content-center break-words underline">
              {title}
              {guest && ` · ${guest}`}
            </Link>
            <Link to={`/admin/episodes/${id}`} className="min-h-11 content-center underline">
              Modifier<span className="sr-only">{` ${title}`}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-sm text-paper-ink">… et {more.toLocaleString("fr-FR")} de plus.</p>
      )}
    </details>
  )
}

function FeedActions({ feed: { id, title, isAutomatic }, canStop }: { feed: Feed; canStop: boolean }) {
  const fields = (intent: Fields["intent"]): Fields => ({ intent, id: String(id) })
  return (
    <div className="row-actions">
      <ActionButton
        label="Relire maintenant"
        icon="refresh-cw"
        subject={title}
        fields={fields("read-feed")}
      />
      {canStop && (
        <ActionButton
          label={isAutomatic ? "Arrêter la lecture automatique" : "Reprendre la lecture automatique"}
          icon={isAutomatic ? "circle-pause" : "circle-play"}
          subject={title}
          fields={fields(isAutomatic ? "stop-feed" : "resume-feed")}
        />
      )}
      <ConfirmButton label="Oublier ce flux" icon="trash" subject={title} {...forgettingOf({ id, title })} />
    </div>
  )
}

const RELOAD_MS = 2_000
/** More than these are folded: a first import brings hundreds. */
const OPEN_ARRIVALS = 5
