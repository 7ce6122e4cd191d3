import type { MiddlewareFunction } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { redirectTo } from "#app/http/redirects.server.ts"
import { formatAgo, formatLongDate, formatLongTime } from "#app/lib/dates.ts"
import { formatViews } from "#app/lib/numbers.ts"
import { getOwedFactor, getViewer, guard } from "../auth/guard.server.ts"
import { can } from "../auth/permissions.schema.ts"
import type { Route } from "./+types/overview.route"
import { findAttention } from "./attention.server.ts"
import { AttentionPanel } from "./attention-panel.tsx"
import { draftAddress, itemAddress, KIND_NAMES } from "./addresses.ts"
import { listLastEpisodes, listOwnDrafts, listScheduled, listUnpublished } from "./contents.server.ts"
import { EmptySite } from "./empty-site.tsx"
import { EpisodesPanel } from "./episodes-panel.tsx"
import { ItemsPanel } from "./items-panel.tsx"

/** Moderators have one page here: they are led to it. Whoever else is no admin is refused. */
const leadModerators: MiddlewareFunction<Response> = ({ context }, next) => {
  const viewer = getViewer(context)
  if (!can(viewer, "administration") && can(viewer, "moderation")) throw redirectTo("/admin/comments")
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [leadModerators, guard("administration")]

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date()
  const [attention, drafts, scheduled, episodes, owed] = await Promise.all([
    findAttention(now),
    loadOr(gatherDrafts(getViewer(context).id, now), []),
    loadOr(gatherScheduled(), []),
    loadOr(gatherEpisodes(), []),
    getOwedFactor(context),
  ])
  const cards = [drafts, scheduled, episodes]
  return {
    attention: { ...attention, isOwing: owed !== undefined },
    drafts,
    scheduled,
    episodes,
    isEmpty: cards.every(({ failed, value }) => !failed && value.length === 0),
  }
}

async function gatherDrafts(userId: string, now: Date) {
  const [own, unpublished] = await Promise.all([listOwnDrafts(userId), listUnpublished()])
  const isOwn = (kind: string, id: number) => own.some((draft) => draft.kind === kind && draft.itemId === id)
  return [
    ...own.map(({ kind, id, itemId, title, at }) => ({
      key: `draft-${id}`,
      title: title || "Sans titre",
      to: draftAddress(kind, id, itemId),
      details: `${KIND_NAMES[kind]} · votre brouillon, ${formatAgo(at, now)}`,
    })),
    ...unpublished.flatMap(({ kind, id, title, at }) =>
      isOwn(kind, id)
        ? []
        : {
            key: `${kind}-${id}`,
            title,
            to: itemAddress(kind, id),
            details: `${KIND_NAMES[kind]} · non publié, modifié ${formatAgo(at, now)}`,
          },
    ),
  ]
}

async function gatherScheduled() {
  return (await listScheduled()).map(({ kind, id, title, at }) => ({
    key: `${kind}-${id}`,
    title,
    to: itemAddress(kind, id),
    details: `${KIND_NAMES[kind]} · le ${formatLongTime(at)}`,
  }))
}

async function gatherEpisodes() {
  return (await listLastEpisodes()).map(({ publishedAt, views, ...episode }) => ({
    ...episode,
    views: formatViews(views),
    publishedOn: publishedAt ? formatLongDate(publishedAt) : "",
  }))
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Vue d’ensemble")
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { attention, drafts, scheduled, episodes, isEmpty } = loaderData
  return (
    <>
      <h1 className="poster text-poster-sm">Vue d’ensemble</h1>
      <div className="overview mt-6">
        {isEmpty && <EmptySite />}
        <AttentionPanel {...attention} />
        {!isEmpty && (
          <>
            <EpisodesPanel episodes={episodes.value} hasFailed={episodes.failed} />
            <ItemsPanel
              title="Brouillons"
              items={drafts.value}
              failure={drafts.failed ? "Impossible de charger les brouillons" : undefined}
              emptyText="Aucun brouillon\u00a0: tout est publié."
            />
            <ItemsPanel
              title="Programmé"
              items={scheduled.value}
              failure={scheduled.failed ? "Impossible de charger ce qui est programmé" : undefined}
              emptyText="Rien n’est programmé."
            />
          </>
        )}
      </div>
    </>
  )
}
