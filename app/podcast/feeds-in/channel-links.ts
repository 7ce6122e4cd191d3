import type { ChannelLink } from "#app/db/schema/feeds.server.ts"
import { findAddresses } from "#app/kit/lib/addresses.ts"
import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

/** The podcast's pages on known platforms named in the texts (plain or HTML): the first one for each platform. */
export function findChannelLinks(texts: string[]): ChannelLink[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    for (const { href } of findAddresses(decodeEntities(text))) {
      const url = httpUrl(href)
      const platform = url && platformOf(new URL(url))
      if (platform && !found.has(platform)) found.set(platform, url)
    }
  }
  return Array.from(found, ([platform, url]) => ({ platform, url }))
}

function platformOf({ hostname, pathname }: URL) {
  const host = hostname.replace(/^(www|m|fr|fr-fr)\./, "")
  return PLATFORMS.find(([name, place]) => name === host && place.test(pathname))?.[2]
}

const ANY = /^\/[^/]/
/** Hosts, which of their pages belong to a podcast rather than to an episode, and their names. */
const PLATFORMS: [host: string, path: RegExp, platform: string][] = [
  ["youtube.com", /^\/(@|c\/|channel\/|user\/)/, "YouTube"],
  ["open.spotify.com", /^\/(intl-[a-z]+\/)?show\//, "Spotify"],
  ["podcasts.apple.com", ANY, "Apple Podcasts"],
  ["deezer.com", /\/show\//, "Deezer"],
  ["soundcloud.com", /^\/[^/]+\/?$/, "SoundCloud"],
  ["instagram.com", /^\/(?!p\/|reel\/)[^/]/, "Instagram"],
  ["tiktok.com", /^\/@[^/]+\/?$/, "TikTok"],
  ["facebook.com", ANY, "Facebook"],
  ["x.com", /^\/[^/]+\/?$/, "X"],
  ["twitter.com", /^\/[^/]+\/?$/, "X"],
  ["twitch.tv", ANY, "Twitch"],
  ["discord.gg", ANY, "Discord"],
  ["patreon.com", ANY, "Patreon"],
  ["tipeee.com", ANY, "Tipeee"],
]
