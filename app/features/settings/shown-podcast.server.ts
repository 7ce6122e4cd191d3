import { siteSettings } from "./site-settings.server.ts"

/** What the frame of every page shows of the podcast. */
export type ShownPodcast = ReturnType<typeof shownPodcast>

export function shownPodcast() {
  const { podcast, links, navigation, rules } = siteSettings()
  return {
    name: podcast.name,
    tagline: podcast.tagline,
    copyright: `© ${podcast.copyrightYear} ${podcast.copyrightHolder || podcast.name}`,
    fundingUrl: podcast.fundingUrl,
    /** Whether commenting subscribes only who ticks a box. */
    asksConsent: rules.newsletterConsent === "checkbox",
    platforms: links.platforms,
    socials: links.socials,
    menus: {
      header: shownEntries(navigation.header),
      footer: shownEntries(navigation.footer),
      reading: shownEntries(navigation.reading),
    },
  }
}

function shownEntries(entries: { label: string; to: string; isHidden: boolean }[]) {
  return entries.filter(({ isHidden }) => !isHidden).map(({ label, to }) => ({ label, to }))
}
