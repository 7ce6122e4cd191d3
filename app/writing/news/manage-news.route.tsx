import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { each } from "#app/content/lists/deeds.server.ts"
import { LetterLink } from "#app/content/letter-link.tsx"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { formatLongDate, toDay } from "#app/kit/lib/dates.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Route } from "./+types/manage-news.route"
import { NEWS, newsList } from "./news-list.ts"
import * as news from "./manage-news.server.ts"
import { categoryLabel, MEDIA_TYPE_LABELS } from "./news.schema.ts"
import { newsSchema } from "./news-form.schema.ts"
import { NewsForm } from "./news-form.tsx"

export async function loader({ url }: Route.LoaderArgs) {
  const labels = shownPodcast().texts.categories
  const [{ edited, ...page }, categories] = await Promise.all([
    loadManager(url, NEWS, {
      rows: news.newsRows,
      list: news.listNews,
      find: news.findEditedNews,
      describe: ({ category, mediaType, createdAt, ...row }) => ({
        details: [
          categoryLabel(category, labels),
          MEDIA_TYPE_LABELS[mediaType],
          `Créée le ${formatLongDate(createdAt)}`,
          exampleOf(row),
        ],
      }),
    }),
    loadOr(news.listCategories(labels), []),
  ])
  const publicationDay = edited?.publishedAt ? toDay(edited.publishedAt) : ""
  return respondWithList({
    ...page,
    edited: edited && { ...edited, publicationDay },
    categories: categories.value,
  })
}

export function action({ request, url }: Route.ActionArgs) {
  return runManager(request, url, NEWS, {
    schema: newsSchema,
    rows: news.newsRows,
    create: news.createNewsItem,
    update: news.updateNewsItem,
    setPublished: news.setNewsPublished,
    remove: news.deleteNewsItem,
    works: { category: each(news.setNewsCategory) },
    addressOf: (_id, { isPublished }) => (isPublished ? "/news" : undefined),
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, NEWS.title)
}

export default function ManageNews({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, filled, view, categories } = loaderData
  const type = newsList(usePodcast().texts.categories)
  return (
    <ManagedPage
      type={type}
      page={loaderData}
      linksOf={({ id, title }) => <LetterLink of="news" id={id} subject={title} isInline />}
      choices={{ categorie: categories }}
      form={<NewsForm edited={edited} response={actionData ?? filled} path={NEWS.path} view={view} />}
    />
  )
}
