import { keepForm } from "#app/form/keep-form.ts"
import { publicationOf } from "#app/content/publication.ts"
import { askDeletion } from "#app/content/ask-deletion.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { ManagerRow } from "#app/content/manager-row.tsx"
import { answerList, loadManager, runManager } from "#app/content/manager.server.ts"
import { adminMeta } from "../admin/admin-meta.ts"
import { getViewer } from "../auth/guard.server.ts"
import type { Route } from "./+types/manage-pages.route"
import {
  countPages,
  createCustomPage,
  deleteCustomPage,
  findEditedPage,
  listPages,
  setPagePublished,
  updateCustomPage,
} from "./manage-pages.server.ts"
import { pageSchema } from "./page-form.schema.ts"
import { PageForm } from "./page-form.tsx"

const PATH = "/admin/pages"

function deletionOf({ id, title }: { id: number; title: string }) {
  return askDeletion("cette page", id, title)
}

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...page } = await loadManager(url, {
    list: listPages,
    count: (search, _filters, most) => countPages(search, most),
    find: findEditedPage,
    notFound: "Page non trouvée",
    deletionOf,
    cannotLoad: "Impossible de charger les pages",
  })
  const now = new Date()
  return answerList({
    ...page,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      slug: row.slug,
      ...publicationOf({ ...row, publishedAt: null }, now),
    })),
  })
}

export function action({ context, request, url }: Route.ActionArgs) {
  return runManager(request, url, {
    path: PATH,
    schema: pageSchema,
    create: (form) => createCustomPage(form, getViewer(context).id),
    update: updateCustomPage,
    setPublished: setPagePublished,
    remove: deleteCustomPage,
    addressOf: (_id, form) => `/page/${form.slug}`,
    texts: {
      created: "Page créée !",
      updated: "Page mise à jour !",
      deleted: "Page supprimée",
      cannotCreate: "Impossible de créer la page",
      cannotUpdate: "Impossible de mettre à jour la page",
      cannotDelete: "Impossible de supprimer la page",
      cannotToggle: "Impossible de modifier le statut",
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta() {
  return adminMeta("Gestion des pages")
}

export default function ManagePages({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, edited, question, ...list } = loaderData
  return (
    <ManagerPage
      title="Gestion des pages"
      question={question}
      form={<PageForm edited={edited} answer={actionData} path={PATH} view={list.view} />}
    >
      <ManagerList
        {...list}
        title="Pages existantes"
        path={PATH}
        nouns={["page", "pages"]}
        searchLabel="Rechercher une page"
        emptyText="Aucune page pour le moment : écrivez la première."
      >
        <ul className="manager-rows">
          {rows.map((row) => (
            <ManagerRow
              key={row.id}
              id={row.id}
              title={row.title}
              details={[`/${row.slug}`]}
              status={row.status}
              scheduledFor={row.scheduledFor}
              address={`/page/${row.slug}`}
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
