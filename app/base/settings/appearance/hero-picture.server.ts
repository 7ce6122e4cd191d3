import { listPictures } from "#app/db/pictures.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { siteSettings } from "../site-settings.server.ts"

/** The picture that hosts put in the poster's place; null for the poster, and for a picture that is no longer there. */
export async function findHeroPicture() {
  const key = mediaKey(siteSettings().appearance.heroPicture)
  const [picture] = key === undefined ? [] : await listPictures([key])
  return picture ?? null
}
