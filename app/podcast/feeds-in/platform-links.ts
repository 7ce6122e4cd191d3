import { findAddresses } from "#app/kit/lib/addresses.ts"
import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

/**
 * The first YouTube video and the first Spotify episode named in the texts (plain or HTML), null where there is none.
 * Channels, playlists, shows and YouTube Music do not count.
 */
export function findPlatformLinks(texts: string[]) {
  let youtubeUrl: string | null = null
  let spotifyUrl: string | null = null
  for (const text of texts) {
    if (!/youtu|spotify/i.test(text)) continue
    for (const { href } of findAddresses(decodeEntities(text))) {
      const url = /youtu|spotify/i.test(href) && httpUrl(href)
      if (!url) continue
      youtubeUrl ??= youtubeVideo(new URL(url), url)
      spotifyUrl ??= spotifyEpisode(new URL(url), url)
    }
  }
  return { youtubeUrl, spotifyUrl }
}

function youtubeVideo({ hostname, pathname, searchParams }: URL, url: string) {
  if (hostname === "youtu.be") return /^\/[\w-]{5,}$/.test(pathname) ? url : null
  if (!/^(www\.|m\.)?youtube(-nocookie)?\.com$/.test(hostname)) return null
  const embedded = /^\/embed\/([\w-]{5,})$/.exec(pathname)?.[1]
  if (embedded && embedded !== "videoseries") return `https://www.youtube.com/watch?v=${embedded}`
  if (/^\/(live|shorts)\/[\w-]{5,}\/?$/.test(pathname)) return url
  return pathname === "/watch" && /^[\w-]{5,}$/.test(searchParams.get("v") ?? "") ? url : null
}

function spotifyEpisode({ hostname, pathname }: URL, url: string) {
  if (hostname !== "open.spotify.com") return null
  const embedded = /^\/embed(?:-podcast)?\/episode\/(\w+)/.exec(pathname)?.[1]
  if (embedded) return `https://open.spotify.com/episode/${embedded}`
  return /^\/(intl-[a-z]{2,5}\/)?episode\/\w+/.test(pathname) ? url : null
}
