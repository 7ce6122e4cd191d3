import { eq } from "drizzle-orm"
import { parseFile } from "music-metadata"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { getStore } from "../store/store.server.ts"
import { adoptMedium } from "./adopt-medium.server.ts"
import { sourcePath } from "./medium-files.server.ts"
import type { Taken } from "./new-medium.server.ts"

const NONE = "Ce son ne contient pas d’image."

/** Takes the picture that a sound brings along into the library. @returns the picture's medium, or why not, in French */
export async function takeCover(
  mediumId: number,
  userId: string | null,
): Promise<Taken | { failure: string }> {
  const [sound] = await db
    .select({ key: media.key, kind: media.kind, title: media.title })
    .from(media)
    .where(eq(media.id, mediumId))
  if (sound?.kind !== "audio") return { failure: NONE }
  const local = await getStore().local(sourcePath(sound.key))
  try {
    const { common } = await parseFile(local.file)
    const cover = common.picture?.[0]
    return cover ? await adoptMedium(cover.data, sound.title, userId) : { failure: NONE }
  } finally {
    await local.release()
  }
}
