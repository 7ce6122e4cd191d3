import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { definitionsOf } from "./definitions.server.ts"
import type { GroupName } from "./groups.ts"

/** Of the pictures that a group's form sets, what is wrong with those that have to be square; by name of the setting. */
export async function findWrongPictures(group: GroupName, values: Record<string, unknown>) {
  const problems: Record<string, string> = {}
  for (const [name, { field, label }] of Object.entries(definitionsOf(group))) {
    const address = values[name]
    if (field.kind !== "picture" || !field.square || typeof address !== "string" || address === "") continue
    const problem = await findProblem(address, field.square)
    if (problem) problems[name] = `« ${label} » : ${problem}`
  }
  return problems
}

async function findProblem(address: string, { least, most }: { least: number; most: number }) {
  const picture = await findPictureSize(address)
  if (!picture) return "choisissez une image de la médiathèque, où sa taille est connue"
  const { width, height } = picture
  if (width !== height) return `l’image doit être carrée ; celle-ci fait ${width} × ${height} pixels`
  if (width < least) return `l’image est trop petite (${width} pixels de côté) ; il en faut au moins ${least}`
  if (width > most) return `l’image est trop grande (${width} pixels de côté) ; ${most} suffisent`
  return undefined
}

/** Of a group's pictures those that the library does not have any more, by name of the setting. */
export async function findLostPictures(group: GroupName, values: Record<string, unknown>) {
  const lost: string[] = []
  for (const [name, { field }] of Object.entries(definitionsOf(group))) {
    const address = values[name]
    const key = field.kind === "picture" && typeof address === "string" ? mediaKey(address) : undefined
    if (key !== undefined && (await db.$count(media, eq(media.key, key))) === 0) lost.push(name)
  }
  return lost
}

/** In pixels, of a picture of the library: known as soon as it is there, before its sizes are made. */
export async function findPictureSize(address: string) {
  const key = mediaKey(address)
  if (key === undefined) return undefined
  const { rows } = await db.execute<{ width: number; height: number }>(
    sql`select width, height from media where key = ${key} and kind = 'image' and state <> 'failed' and width > 0 and height > 0`,
  )
  return rows[0]
}
