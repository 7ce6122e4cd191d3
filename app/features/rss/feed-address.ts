export const FEED_PATH = "/feed.xml"
/** Where visitors choose how to listen. */
export const LISTEN_PATH = "/ecouter"
export const FEED_TYPE = "application/rss+xml"
