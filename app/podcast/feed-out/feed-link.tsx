import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { ARTICLE_FEEDS } from "./articles/article-feed-addresses.ts"
import { FEED_PATH, FEED_TYPE } from "./feed-address.ts"

/** By these in a page's head, applications find the feeds from any address of the site; the podcast's own first. */
export function FeedLink({ hasFeed }: { hasFeed: boolean }) {
  const { name, pageNames } = usePodcast()
  return (
    <>
      {hasFeed && <link rel="alternate" type={FEED_TYPE} title={name} href={FEED_PATH} />}
      {Object.entries(ARTICLE_FEEDS).map(([path, { title, page }]) => (
        <link
          key={path}
          rel="alternate"
          type={FEED_TYPE}
          title={`${pageNames[page] ?? title} · ${name}`}
          href={path}
        />
      ))}
    </>
  )
}
