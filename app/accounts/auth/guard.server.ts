import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { listAdminNames } from "#app/content/authors.server.ts"
import type { TypeEntry } from "#app/content/managed-type.ts"
import { listTypeEntries } from "#app/content/types.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { readShellState, type ShellState } from "#app/kit/http/shell-state.ts"
import { SECURITY_PAGE } from "./factors/factors.copy.ts"
import { findOwedFactor, type OwedFactor } from "./factors/required-factor.server.ts"
import { can, type Lack, type Permission, type Person, rightsFor } from "#app/kit/lib/rights.ts"
import { explainLack } from "./lack.copy.ts"
import { type Viewer, viewerContext } from "./viewer.server.ts"

/** What a route throws (with status 403) when the person may not do it: enough to draw the shell around, and why. */
export type Refusal = ShellState & {
  isRefused: true
  owesFactor: boolean
  person: Person
  email: string
  /** What is known of the site where none of its loaders ran. */
  siteName: string
  types: TypeEntry[]
  /** Of moderators: what they would need, and who could give it to them. */
  lack?: Lack
}

/**
 * Lets only people with a permission pass, to pages, their data and their writes alike. A middleware, because a
 * loader can be passed by: a child's data can be asked for alone. Who owes a second factor for too long passes to their
 * settings only.
 *
 * @param permissions one of them is enough
 */
export function guard(...permissions: [Permission, ...Permission[]]): MiddlewareFunction<Response> {
  return async ({ context, request }, next) => {
    const viewer = context.get(viewerContext)
    if (!viewer) throw redirectTo("/auth")
    if (!permissions.some((one) => can(viewer, one))) throw await refuse(request, viewer, permissions[0])
    if (!permissions.includes("settings") && (await getOwedFactor(context))?.isOverdue) {
      if (request.method === "GET" || request.method === "HEAD") throw redirectTo(SECURITY_PAGE)
      throw refusal(request, viewer, { owesFactor: true })
    }
    return next()
  }
}

/** What to throw where somebody may not do what needs a permission. */
export async function refuse(request: Request, viewer: Viewer, permission: Permission) {
  return refusal(request, viewer, { owesFactor: false, lack: await findLack(viewer, permission) })
}

/** What a moderator lacks; whoever else is told nothing of the team. */
async function findLack(viewer: Person, permission: Permission): Promise<Lack | undefined> {
  if (viewer.role !== "moderator") return undefined
  const rights = rightsFor(permission).filter((one) => !viewer.rights.includes(one))
  return { rights, givers: await listAdminNames() }
}

/** The same in words, for an answer to a form. */
export async function explainRefusal(viewer: Person, permission: Permission) {
  return explainLack((await findLack(viewer, permission)) ?? { rights: [], givers: [] })
}

function refusal(
  request: Request,
  { role, rights, email }: Viewer,
  why: Pick<Refusal, "owesFactor" | "lack">,
) {
  const shell = readShellState(request.headers.get("cookie"))
  const person = { role, rights }
  const refused: Refusal = {
    isRefused: true,
    person,
    email,
    ...shell,
    ...why,
    siteName: siteSettings().podcast.name,
    types: listTypeEntries(person),
  }
  return data(refused, { status: 403 })
}

/** The signed-in person, behind a guard. @throws Error where no guard stands before */
export function getViewer(context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw new Error("nobody is signed in: a guard is missing")
  return viewer
}

const owedContext = createContext<Promise<OwedFactor | undefined> | null>(null)

/** What the signed-in person owes, asked once a request. */
export function getOwedFactor(context: Readonly<RouterContextProvider>) {
  const known = context.get(owedContext)
  if (known) return known
  const asked = findOwedFactor(getViewer(context))
  context.set(owedContext, asked)
  return asked
}

/** Whether somebody may do, outside the back office, what needs a permission. */
export async function mayNow(viewer: Viewer | null, ...permissions: Permission[]) {
  const may = viewer !== null && permissions.some((one) => can(viewer, one))
  return may && !(await findOwedFactor(viewer))?.isOverdue
}
