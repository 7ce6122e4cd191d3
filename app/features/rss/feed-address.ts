export const FEED_PATH = "/feed.xml"
export const FEED_TYPE = "application/rss+xml"
