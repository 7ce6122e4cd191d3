import { and, desc, eq, or, sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { db } from "#app/db/client.server.ts"
import { isUnavailable } from "#app/db/errors.server.ts"
import { mediumKey } from "#app/db/schema/columns.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"

export type ServedFile = NonNullable<Awaited<ReturnType<typeof find>>>

const KEY = /^[\w-]{22}$/
const MAX_NAME = 255

/** What was asked for last: listeners go on with it while the database is away. */
const found = new LRUCache<string, ServedFile>({ max: 2_000 })

/**
 * The file that an address of the library leads to: the smaller picture of that name, or by any other name the medium's main
 * file; never what was sent. Undefined while it is not ready.
 */
export async function findServedFile(key: string, name: string) {
  if (!KEY.test(key)) return undefined
  const isName = name.length <= MAX_NAME && name.isWellFormed() && !name.includes("\0")
  const wanted = isName ? name : ""
  try {
    const file = await find(key, wanted)
    found.set(`${key} ${wanted}`, file)
    return file
  } catch (error) {
    const last = found.get(`${key} ${wanted}`)
    if (last && isUnavailable(error)) return last
    throw error
  }
}

/** Whether it is a sound that supporters alone may hear. Of a picture that thousands of episodes show, none of them is asked. */
const isReserved = sql<boolean>`${media.kind} = 'audio' and exists (select from ${mediaUses}
  join ${episodes} on ${mediaUses.source} = 'episodes' and ${episodes.id} = ${mediaUses.rowId}
  where ${mediaUses.mediumId} = ${media.id} and (${mediumKey(episodes.supporterAudioUrl)} = ${media.key}
    or (${episodes.opensAt} > now() and ${mediumKey(episodes.audioUrl)} = ${media.key})))`

async function find(key: string, name: string) {
  const rows = await db
    .select({
      kind: media.kind,
      title: media.title,
      createdAt: media.createdAt,
      role: mediaFiles.role,
      name: mediaFiles.name,
      type: mediaFiles.type,
      bytes: mediaFiles.bytes,
      sha256: mediaFiles.sha256,
      path: mediaFiles.path,
      isReserved,
    })
    .from(media)
    .innerJoin(mediaFiles, eq(mediaFiles.mediumId, media.id))
    .where(
      and(
        eq(media.key, key),
        eq(media.state, "ready"),
        or(eq(mediaFiles.role, "main"), and(eq(mediaFiles.role, "variant"), eq(mediaFiles.name, name))),
      ),
    )
    // "variant" before "main".
    .orderBy(desc(mediaFiles.role))
    .limit(1)
  return rows[0]
}
