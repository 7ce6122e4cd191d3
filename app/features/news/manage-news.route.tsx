import { ManagedPage } from "#app/content/managed-page.tsx"
import { managedType } from "#app/content/managed-type.ts"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { formatLongDate, toDay } from "#app/lib/dates.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { shownPodcast } from "../settings/shown-podcast.server.ts"
import type { Route } from "./+types/manage-news.route"
import * as news from "./manage-news.server.ts"
import { categoryLabel, MEDIA_TYPE_LABELS } from "./news.schema.ts"
import { newsSchema } from "./news-form.schema.ts"
import { NewsForm } from "./news-form.tsx"

const TYPE = managedType(
  {
    kind: "news",
    path: "/admin/news",
    title: "Gestion des actualités",
    one: "actualité",
    many: "actualités",
    isFeminine: true,
  },
  { created: "Actualité créée", updated: "Actualité mise à jour" },
)

export async function loader({ url }: Route.LoaderArgs) {
  const { edited, ...page } = await loadManager(url, TYPE, {
    list: news.listNews,
    count: news.countNews,
    find: news.findEditedNews,
    describe: ({ category, mediaType, createdAt, ...row }) => ({
      details: [
        categoryLabel(category, shownPodcast().texts.categories),
        MEDIA_TYPE_LABELS[mediaType],
        `Créée le ${formatLongDate(createdAt)}`,
        exampleOf(row),
      ],
    }),
  })
  const publicationDay = edited?.publishedAt ? toDay(edited.publishedAt) : ""
  return respondWithList({ ...page, edited: edited && { ...edited, publicationDay } })
}

export function action({ request, url }: Route.ActionArgs) {
  return runManager(request, url, TYPE, {
    schema: newsSchema,
    create: news.createNewsItem,
    update: news.updateNewsItem,
    setPublished: news.setNewsPublished,
    remove: news.deleteNewsItem,
    addressOf: (_id, { isPublished }) => (isPublished ? "/news" : undefined),
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TYPE.title)
}

export default function ManageNews({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, filled, view } = loaderData
  return (
    <ManagedPage
      type={TYPE}
      page={loaderData}
      form={<NewsForm edited={edited} response={actionData ?? filled} path={TYPE.path} view={view} />}
    />
  )
}
