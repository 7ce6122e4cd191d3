import { formatLongDate } from "#app/lib/dates.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { publicationOf } from "#app/content/publication.ts"
import { askDeletion } from "#app/content/ask-deletion.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { ManagerRow } from "#app/content/manager-row.tsx"
import { answerList, loadManager, runManager } from "#app/content/manager.server.ts"
import { adminMeta } from "../admin/admin-meta.ts"
import { getViewer } from "../auth/guard.server.ts"
import type { Route } from "./+types/manage-posts.route"
import {
  countPosts,
  createPost,
  deletePost,
  findEditedPost,
  listPosts,
  setPostPublished,
  updatePost,
} from "./manage-posts.server.ts"
import { postSchema } from "./post-form.schema.ts"
import { PostForm } from "./post-form.tsx"

const PATH = "/admin/blog"

function deletionOf({ id, title }: { id: number; title: string }) {
  return askDeletion("cet article", id, title)
}

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...page } = await loadManager(url, {
    list: listPosts,
    count: (search, _filters, most) => countPosts(search, most),
    find: findEditedPost,
    notFound: "Article non trouvé",
    deletionOf,
    cannotLoad: "Impossible de charger les articles",
  })
  const now = new Date()
  return answerList({
    ...page,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      slug: row.slug,
      publishedOn: row.publishedAt ? formatLongDate(row.publishedAt) : "",
      ...publicationOf(row, now),
    })),
  })
}

export function action({ context, request, url }: Route.ActionArgs) {
  return runManager(request, url, {
    path: PATH,
    schema: postSchema,
    create: (form) => createPost(form, getViewer(context).id),
    update: updatePost,
    setPublished: setPostPublished,
    remove: deletePost,
    addressOf: (_id, form) => `/blog/${form.slug}`,
    texts: {
      created: "Article créé !",
      updated: "Article mis à jour !",
      deleted: "Article supprimé",
      cannotCreate: "Impossible de créer l'article",
      cannotUpdate: "Impossible de mettre à jour l'article",
      cannotDelete: "Impossible de supprimer l'article",
      cannotToggle: "Impossible de modifier le statut",
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta() {
  return adminMeta("Gestion du blog")
}

export default function ManagePosts({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, edited, question, ...list } = loaderData
  return (
    <ManagerPage
      title="Gestion du blog"
      question={question}
      form={<PostForm edited={edited} answer={actionData} path={PATH} view={list.view} />}
    >
      <ManagerList
        {...list}
        title="Articles existants"
        path={PATH}
        nouns={["article", "articles"]}
        searchLabel="Rechercher un article"
        emptyText="Aucun article pour le moment : écrivez le premier."
      >
        <ul className="manager-rows">
          {rows.map((row) => (
            <ManagerRow
              key={row.id}
              id={row.id}
              title={row.title}
              details={[`/${row.slug}`, !row.scheduledFor && row.publishedOn]}
              status={row.status}
              scheduledFor={row.scheduledFor}
              address={`/blog/${row.slug}`}
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
