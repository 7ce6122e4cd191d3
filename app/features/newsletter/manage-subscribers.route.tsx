import { formatLongDate } from "#app/lib/dates.ts"
import { Icon } from "#app/ui/icon.tsx"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList, loadList } from "#app/content/manager.server.ts"
import type { Route } from "./+types/manage-subscribers.route"
import { countAllSubscribers, countSubscribers, listSubscribers } from "./newsletter.server.ts"

export async function loader({ url }: Route.LoaderArgs) {
  const [{ rows, ...page }, subscribers] = await Promise.all([
    loadList(url, {
      list: listSubscribers,
      count: (search, _filters, most) => countSubscribers(search, most),
      cannotLoad: "Impossible de charger les abonnés",
    }),
    countAllSubscribers().catch(() => 0),
  ])
  return respondWithList({
    ...page,
    subscribers,
    rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdOn: formatLongDate(createdAt) })),
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Newsletter")
}

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  const { rows, subscribers, ...list } = loaderData
  const { search } = list.view
  return (
    <ManagerPage title="Newsletter">
      <ManagerList
        {...list}
        title={`Abonnés newsletter (${subscribers})`}
        path="/admin/newsletter"
        nouns={["abonné", "abonnés"]}
        searchLabel="Rechercher un nom ou une adresse"
        emptyText="Aucun abonné pour le moment."
        aside={
          list.total > 0 && (
            <a
              href={`/admin/newsletter.csv${search ? `?${new URLSearchParams({ q: search })}` : ""}`}
              className="office-button"
            >
              <Icon name="download" />
              Exporter en CSV
            </a>
          )
        }
      >
        <ul className="mt-4">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-3">
              <div className="min-w-0 flex-[1_1_16rem]">
                <p className="font-semibold break-words">{row.name || "Anonyme"}</p>
                <p className="text-sm break-all text-paper-ink">{row.email}</p>
              </div>
              <p className="text-sm text-paper-ink">{row.createdOn}</p>
            </li>
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}
