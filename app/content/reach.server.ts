import { and, eq, type SQL } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { db } from "#app/db/client.server.ts"
import { can, type Contributor } from "#app/kit/lib/rights.ts"
import type { ManagedList } from "./lists/managed-list.server.ts"
import type { ManagedType } from "./managed-type.server.ts"

/** A type as somebody may work on it. */
export type ReachedType = ManagedType & {
  /** They write what others publish. */
  isDraftsOnly: boolean
  /** They work on what they wrote themselves only. */
  isOwnOnly: boolean
  /** Whether an item is there, and is not theirs to work on. */
  isOfOthers: (id: number) => Promise<boolean>
}

type Owned<Row> = { list: ManagedList<Row>; owner?: PgColumn }

/** The list of a type with what somebody may work on. */
export function listReachedBy<Row>({ list, owner }: Owned<Row>, contributor: Contributor) {
  return owner && !can(contributor, "writing-all") ? list.narrowed(eq(owner, contributor.id)) : list
}

/** A type with what somebody may work on: only their own items, unless they may write everywhere. To the others it is as if they were not there. */
export function reachedBy(type: ManagedType, contributor: Contributor): ReachedType {
  const isDraftsOnly = type.permission === "writing" && !can(contributor, "publishing")
  const reached: ManagedType = {
    ...type,
    ...(type.formShows && {
      formShows: (url, item, place) => type.formShows?.(url, item, place, contributor) ?? {},
    }),
  }
  const list = listReachedBy(type, contributor)
  if (list === type.list)
    return { ...reached, isDraftsOnly, isOwnOnly: false, isOfOthers: () => Promise.resolve(false) }
  const isOwn = async (id: number) => (await list.one(id)) !== undefined
  const { store } = type
  return {
    ...reached,
    list,
    isDraftsOnly,
    isOwnOnly: true,
    isOfOthers: async (id) => !(await isOwn(id)) && (await type.list.one(id)) !== undefined,
    store: {
      create: store.create.bind(store),
      find: async (id) => ((await isOwn(id)) ? store.find(id) : undefined),
      update: async (id, version, form, typed) =>
        (await isOwn(id)) ? store.update(id, version, form, typed) : { outcome: "missing" },
      remove: async (id) => (await isOwn(id)) && store.remove(id),
      ...(store.formOf && {
        formOf: async (id: number) => ((await isOwn(id)) ? store.formOf?.(id) : undefined),
      }),
      ...(store.setPublished && {
        setPublished: async (id: number, isPublished: boolean, at?: Date) =>
          (await isOwn(id)) && (await store.setPublished?.(id, isPublished, at)) === true,
      }),
    },
  }
}

type Authored = PgTable & { authorId: PgColumn }

/** Whether somebody may read what is not published: who may write everywhere, or wrote it. */
export async function mayReadDraft(viewer: Contributor | null, table: Authored, is: SQL) {
  if (!viewer || !can(viewer, "writing")) return false
  return can(viewer, "writing-all") || (await db.$count(table, and(is, eq(table.authorId, viewer.id)))) > 0
}
