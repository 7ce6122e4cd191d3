import { usePodcast } from "../settings/use-podcast.ts"
import { FEED_PATH, FEED_TYPE } from "./feed-address.ts"

/** By this in a page's head, applications find the feed from any address of the site. */
export function FeedLink() {
  return <link rel="alternate" type={FEED_TYPE} title={usePodcast().name} href={FEED_PATH} />
}
