import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Route } from "./+types/manage-pages.route"
import { PAGES } from "./page-list.ts"
import * as pages from "./manage-pages.server.ts"
import { pageSchema } from "./page-form.schema.ts"
import { PageForm } from "./page-form.tsx"

export async function loader({ url }: Route.LoaderArgs) {
  const page = await loadManager(url, PAGES, {
    rows: pages.pageRows,
    list: pages.listPages,
    find: pages.findEditedPage,
    describe: ({ slug }) => ({ details: [`/${slug}`], address: `/page/${slug}` }),
  })
  return respondWithList(page)
}

export function action({ context, request, url }: Route.ActionArgs) {
  return runManager(request, url, PAGES, {
    schema: pageSchema,
    rows: pages.pageRows,
    create: (form) => pages.createCustomPage(form, getViewer(context).id),
    update: pages.updateCustomPage,
    setPublished: pages.setPagePublished,
    remove: pages.deleteCustomPage,
    addressOf: (_id, { slug }) => `/page/${slug}`,
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PAGES.title)
}

export default function ManagePages({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, filled, view } = loaderData
  return (
    <ManagedPage
      type={PAGES}
      page={loaderData}
      form={<PageForm edited={edited} response={actionData ?? filled} path={PAGES.path} view={view} />}
    />
  )
}
