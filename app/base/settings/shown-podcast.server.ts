import { smallerPicture } from "#app/kit/lib/media.ts"
import { PAGE_NAMES } from "./definitions/navigation.server.ts"
import { DEFINITIONS, type SiteSettings } from "./definitions.server.ts"
import { brandSource } from "./appearance/brand.server.ts"
import { brandAddress } from "./appearance/pictures/brand-files.ts"
import { podcastName, siteSettings } from "./site-settings.server.ts"

/** What the frame of every page shows of the podcast. */
export type ShownPodcast = ReturnType<typeof shownPodcast>

export function shownPodcast() {
  const { podcast, texts, links, navigation, rules } = siteSettings()
  const pageNames = namesInMenus(navigation)
  return {
    name: podcast.name,
    tagline: podcast.tagline,
    /** None of a podcast that has no name of its own. */
    copyright:
      texts.isNeutral && !podcastName().isNamed
        ? ""
        : `© ${podcast.copyrightYear} ${podcast.copyrightHolder || podcast.name}`,
    /** Not in the pages themselves, but where the system shows what is played. */
    cover: smallerPicture(podcast.cover, 640) || brandAddress(brandSource().version, "cover.jpg"),
    /** Whether commenting subscribes only who ticks a box. */
    asksConsent: rules.newsletterConsent === "checkbox",
    texts: shownTexts(texts, pageNames["/news"]),
    /** What hosts call pages of the site, by their addresses, where that is not what they are called as delivered. */
    pageNames,
    platforms: links.platforms,
    socials: links.socials,
    menus: {
      header: shownEntries(navigation.header, pageNames),
      footer: shownEntries(navigation.footer, pageNames),
      reading: shownEntries(navigation.reading, pageNames),
    },
  }
}

type Menus = SiteSettings["navigation"]

const SHIPPED_NAMES = new Map(Object.entries(PAGE_NAMES))

/** A page is called what the first entry that leads to it says; the header's count before the footer's. */
function namesInMenus({ header, footer, reading }: Menus): Record<string, string> {
  const entries = [...header, ...footer, ...reading].filter(
    ({ to, isHidden }) => !isHidden && SHIPPED_NAMES.has(to),
  )
  const first = new Map(entries.toReversed().map(({ to, label }) => [to, label]))
  return Object.fromEntries([...first].filter(([to, label]) => SHIPPED_NAMES.get(to) !== label))
}

/**
 * But for what only the server writes; the categories by the value that news items have.
 *
 * @param newsName what a menu calls the news, which is their title where nobody has written one
 */
function shownTexts(
  {
    goodbye: _goodbye,
    categoryNews,
    categoryInterview,
    categoryEvent,
    categoryMusic,
    categoryCulture,
    ...texts
  }: SiteSettings["texts"],
  newsName?: string,
) {
  const categories: Record<string, string> = {
    "cko-news": categoryNews,
    interview: categoryInterview,
    event: categoryEvent,
    music: categoryMusic,
    "hip-hop-culture": categoryCulture,
  }
  const { default: shipped, elsewhere } = DEFINITIONS.texts.newsTitle
  const isShipped = texts.newsTitle === shipped || texts.newsTitle === elsewhere
  return { ...texts, newsTitle: (isShipped && newsName) || texts.newsTitle, categories }
}

/** An entry that is called as delivered follows the name that its page has. */
function shownEntries(entries: Menus["header"], pageNames: Record<string, string>) {
  return entries
    .filter(({ isHidden }) => !isHidden)
    .map(({ label, to }) => ({
      label: label === SHIPPED_NAMES.get(to) ? (pageNames[to] ?? label) : label,
      to,
    }))
}
