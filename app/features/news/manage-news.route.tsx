import { formatLongDate, toDay } from "#app/lib/dates.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { publicationOf } from "#app/content/publication.ts"
import { askDeletion } from "#app/content/ask-deletion.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { ManagerRow } from "#app/content/manager-row.tsx"
import { answerList, loadManager, runManager } from "#app/content/manager.server.ts"
import { adminMeta } from "../admin/admin-meta.ts"
import type { Route } from "./+types/manage-news.route"
import {
  countNews,
  createNewsItem,
  deleteNewsItem,
  findEditedNews,
  listNews,
  setNewsPublished,
  updateNewsItem,
} from "./manage-news.server.ts"
import { categoryLabel, MEDIA_TYPE_LABELS } from "./news.schema.ts"
import { newsSchema } from "./news-form.schema.ts"
import { NewsForm } from "./news-form.tsx"

const PATH = "/admin/news"

function deletionOf({ id, title }: { id: number; title: string }) {
  return askDeletion("cette actualité", id, title)
}

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, edited, ...page } = await loadManager(url, {
    list: listNews,
    count: (search, _filters, most) => countNews(search, most),
    find: findEditedNews,
    notFound: "Actualité non trouvée",
    deletionOf,
    cannotLoad: "Impossible de charger les actualités",
  })
  const now = new Date()
  return answerList({
    ...page,
    edited: edited && { ...edited, publicationDay: edited.publishedAt ? toDay(edited.publishedAt) : "" },
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      category: row.category,
      mediaType: row.mediaType,
      createdOn: formatLongDate(row.createdAt),
      ...publicationOf(row, now),
    })),
  })
}

export function action({ request, url }: Route.ActionArgs) {
  return runManager(request, url, {
    path: PATH,
    schema: newsSchema,
    create: createNewsItem,
    update: updateNewsItem,
    setPublished: setNewsPublished,
    remove: deleteNewsItem,
    addressOf: (_id, form) => (form.isPublished ? "/news" : undefined),
    texts: {
      created: "Actualité créée",
      updated: "Actualité mise à jour",
      deleted: "Actualité supprimée",
      cannotCreate: "Impossible de créer l'actualité",
      cannotUpdate: "Impossible de mettre à jour l'actualité",
      cannotDelete: "Impossible de supprimer l'actualité",
      cannotToggle: "Impossible de modifier le statut",
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta() {
  return adminMeta("Gestion des actualités")
}

export default function ManageNews({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, edited, question, ...list } = loaderData
  return (
    <ManagerPage
      title="Gestion des actualités"
      question={question}
      form={<NewsForm edited={edited} answer={actionData} path={PATH} view={list.view} />}
    >
      <ManagerList
        {...list}
        title="Actualités existantes"
        path={PATH}
        nouns={["actualité", "actualités"]}
        searchLabel="Rechercher une actualité"
        emptyText="Aucune actualité pour le moment : écrivez la première."
      >
        <ul className="manager-rows">
          {rows.map((row) => (
            <ManagerRow
              key={row.id}
              id={row.id}
              title={row.title}
              details={[
                categoryLabel(row.category),
                MEDIA_TYPE_LABELS[row.mediaType],
                `Créée le ${row.createdOn}`,
              ]}
              status={row.status}
              scheduledFor={row.scheduledFor}
              deletion={deletionOf(row)}
              isEdited={row.id === edited?.id}
              path={PATH}
              view={list.view}
            />
          ))}
        </ul>
      </ManagerList>
    </ManagerPage>
  )
}
