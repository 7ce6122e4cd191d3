import { smallerPicture } from "#app/kit/lib/media.ts"
import { brandSource } from "./appearance/brand.server.ts"
import { brandAddress } from "./appearance/pictures/brand-files.ts"
import type { SiteSettings } from "./definitions.server.ts"
import { siteSettings } from "./site-settings.server.ts"

/** What the frame of every page shows of the podcast. */
export type ShownPodcast = ReturnType<typeof shownPodcast>

export function shownPodcast() {
  const { podcast, texts, links, navigation, rules } = siteSettings()
  return {
    name: podcast.name,
    tagline: podcast.tagline,
    copyright: `© ${podcast.copyrightYear} ${podcast.copyrightHolder || podcast.name}`,
    /** Not in the pages themselves, but where the system shows what is played. */
    cover: smallerPicture(podcast.cover, 640) || brandAddress(brandSource().version, "cover.jpg"),
    fundingUrl: podcast.fundingUrl,
    /** Whether commenting subscribes only who ticks a box. */
    asksConsent: rules.newsletterConsent === "checkbox",
    texts: shownTexts(texts),
    platforms: links.platforms,
    socials: links.socials,
    menus: {
      header: shownEntries(navigation.header),
      footer: shownEntries(navigation.footer),
      reading: shownEntries(navigation.reading),
    },
  }
}

/** But for what only the server writes; the categories by the value that news items have. */
function shownTexts({
  goodbye: _goodbye,
  categoryNews,
  categoryInterview,
  categoryEvent,
  categoryMusic,
  categoryCulture,
  ...texts
}: SiteSettings["texts"]) {
  const categories: Record<string, string> = {
    "cko-news": categoryNews,
    interview: categoryInterview,
    event: categoryEvent,
    music: categoryMusic,
    "hip-hop-culture": categoryCulture,
  }
  return { ...texts, categories }
}

function shownEntries(entries: { label: string; to: string; isHidden: boolean }[]) {
  return entries.filter(({ isHidden }) => !isHidden).map(({ label, to }) => ({ label, to }))
}
