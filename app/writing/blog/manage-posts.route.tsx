import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { LetterLink } from "#app/content/letter-link.tsx"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { respondWithList, loadManager, runManager } from "#app/content/manager.server.ts"
import { exampleOf } from "#app/content/starter-label.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Route } from "./+types/manage-posts.route"
import { POSTS } from "./post-list.ts"
import * as posts from "./manage-posts.server.ts"
import { postSchema } from "./post-form.schema.ts"
import { PostForm } from "./post-form.tsx"

export async function loader({ url }: Route.LoaderArgs) {
  const page = await loadManager(url, POSTS, {
    rows: posts.postRows,
    list: posts.listPosts,
    find: posts.findEditedPost,
    describe: ({ slug, ...row }, publishedOn) => ({
      details: [`/${slug}`, publishedOn, exampleOf(row)],
      address: `/blog/${slug}`,
    }),
  })
  return respondWithList(page)
}

export function action({ context, request, url }: Route.ActionArgs) {
  return runManager(request, url, POSTS, {
    schema: postSchema,
    rows: posts.postRows,
    create: (form) => posts.createPost(form, getViewer(context).id),
    update: posts.updatePost,
    setPublished: posts.setPostPublished,
    remove: posts.deletePost,
    addressOf: (_id, { slug }) => `/blog/${slug}`,
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, POSTS.title)
}

export default function ManagePosts({ loaderData, actionData }: Route.ComponentProps) {
  const { edited, filled, view } = loaderData
  return (
    <ManagedPage
      type={POSTS}
      page={loaderData}
      linksOf={({ id, title }) => <LetterLink of="article" id={id} subject={title} isInline />}
      form={<PostForm edited={edited} response={actionData ?? filled} path={POSTS.path} view={view} />}
    />
  )
}
