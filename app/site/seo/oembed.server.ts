import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { brandPictures } from "#app/base/settings/appearance/brand.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import type { Picture } from "#app/kit/lib/pictures.ts"
import {
  EMBED_HEIGHTS,
  embedHeight,
  EMBED_WIDTH,
  embedAddress,
  LATEST_EMBED,
  parsePlaylist,
} from "#app/podcast/embeds/embed-addresses.ts"
import { frameCode } from "#app/podcast/embeds/integrate.ts"
import {
  type EmbeddedEpisode,
  findEmbedded,
  findLatestEmbedded,
  listEmbedded,
} from "#app/podcast/embeds/embeds.server.ts"
import { parseLinkTime } from "#app/podcast/player/link-times.ts"
import { FILM_HEIGHT, filmAddress } from "#app/writing/news/news.schema.ts"
import { findPublishedFilm } from "#app/writing/news/news.server.ts"

/** What a consumer can take, in pixels; none where it does not say. */
type Bounds = { maxWidth?: number; maxHeight?: number }

type Found = { title: string; author: string; player: string; height: number; picture: Picture | null }

/**
 * What other sites show in the place of a link to this one (https://oembed.com 2.3.4), or undefined for a link that shows nothing.
 *
 * @param address as it was linked
 * @param site this site's address, without a slash at its end
 */
export async function findOembed(address: string, site: string, bounds: Bounds) {
  const url = URL.parse(address)
  if (!url || url.host !== new URL(site).host || !/^https?:$/.test(url.protocol)) return undefined
  const found = await findPlayer(url)
  if (!found) return undefined
  const width = Math.min(EMBED_WIDTH, bounds.maxWidth ?? Infinity)
  const height = heightWithin(found.height, bounds.maxHeight)
  return {
    version: "1.0",
    type: "rich",
    title: found.title,
    ...(found.author && { author_name: found.author }),
    provider_name: shownPodcast().name,
    provider_url: `${site}/`,
    cache_age: 3600,
    html: frameCode(site + found.player, found.title, { width, height }),
    width,
    height,
    ...thumbnailWithin(found.picture, site, bounds),
  }
}

async function findPlayer({ pathname, search }: URL): Promise<Found | undefined> {
  const path = pathname.replace(/(?<=.)\/$/, "")
  if (path === "/" || path === "/episodes" || path === LATEST_EMBED) {
    const latest = await findLatestEmbedded()
    return latest && { ...ofEpisode(latest), title: shownPodcast().name, author: "", player: LATEST_EMBED }
  }
  const [, kind = "", name = ""] = ADDRESS.exec(path) ?? []
  if (kind.endsWith("episodes")) {
    const episode = await findEmbedded(parseId(name) ?? 0)
    return episode?.audioUrl ? ofEpisode(episode, parseLinkTime(search)) : undefined
  }
  if (kind === "embed/playlist") {
    const playlist = parsePlaylist(name)
    const [first] = playlist ? await listEmbedded(playlist) : []
    return (
      first && { ...ofEpisode(first), title: shownPodcast().name, author: "", player: path, height: TALL }
    )
  }
  const film = kind === "" ? undefined : await findPublishedFilm(parseId(name) ?? 0)
  return (
    film && {
      title: film.title,
      author: "",
      player: filmAddress(film.id),
      height: FILM_HEIGHT,
      picture: film.picture,
    }
  )
}

const ADDRESS = /^\/((?:embed\/)?episodes|embed\/playlist|news\/galeries|embed\/news)\/([\d,]{1,600})$/

const [ONE_LINE, USUAL, TALL] = EMBED_HEIGHTS

function ofEpisode({ id, title, guest, picture, chapters }: EmbeddedEpisode, start?: number): Found {
  return {
    title,
    author: guest,
    player: embedAddress(id, "auto", start),
    height: embedHeight(chapters),
    picture,
  }
}

/** The next lower one for which the player is drawn; of less than that, all there is. */
function heightWithin(height: number, most = Infinity) {
  if (height <= most) return height
  return [USUAL, ONE_LINE].find((lower) => lower <= most) ?? most
}

/** As wide as cards of links show it; left out where no size of it is known that fits. */
function thumbnailWithin(
  picture: Picture | null,
  site: string,
  { maxWidth = Infinity, maxHeight = Infinity }: Bounds,
) {
  const thumbnail = picture
    ? toThumbnail(picture)
    : { address: brandPictures().share, width: 1200, height: 630 }
  if (thumbnail.width > maxWidth || thumbnail.height > maxHeight) return {}
  const { address, width, height } = thumbnail
  return { thumbnail_url: new URL(address, site).href, thumbnail_width: width, thumbnail_height: height }
}

const THUMBNAIL_WIDTH = 640

/** The library's, in one of the widths that pictures come in. */
function toThumbnail({ key, width, height }: Picture) {
  const shown = Math.min(width, THUMBNAIL_WIDTH)
  return {
    address: mediaAddress(key, `${THUMBNAIL_WIDTH}.webp`),
    width: shown,
    height: Math.max(1, Math.round((height * shown) / width)),
  }
}
