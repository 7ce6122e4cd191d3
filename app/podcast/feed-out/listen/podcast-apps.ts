/** An application that a feed can be opened in. */
export type PodcastApp = { name: string; href: string }

/**
 * The applications of each kind of device that take a feed by an address of their own.
 *
 * @param feedUrl the feed's whole address
 * @param isPrivate of one that is one person's: then no other site is told of it on the way
 */
export function podcastApps(feedUrl: string, isPrivate = false): { device: string; apps: PodcastApp[] }[] {
  const bare = feedUrl.replace(/^https?:\/\//, "")
  const encoded = encodeURIComponent(feedUrl)
  const pocketCasts = { name: "Pocket Casts", href: `pktc://subscribe/${bare}` }
  return [
    {
      device: "iPhone, iPad et Mac",
      apps: [
        { name: "Apple Podcasts", href: `podcast://${bare}` },
        { name: "Overcast", href: `overcast://x-callback-url/add?url=${encoded}` },
        { name: "Castro", href: `castro://subscribe/${bare}` },
        pocketCasts,
      ],
    },
    {
      device: "Android",
      apps: [
        {
          name: "AntennaPod",
          href: isPrivate
            ? `antennapod-subscribe://${feedUrl}`
            : `https://antennapod.org/deeplink/subscribe?url=${encoded}`,
        },
        { name: "Podcast Addict", href: `podcastaddict://${bare}` },
        pocketCasts,
      ],
    },
  ]
}
