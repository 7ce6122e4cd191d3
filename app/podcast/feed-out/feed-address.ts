export const FEED_PATH = "/feed.xml"
/** With `?q=`, what a search of the episodes finds. */
export const SEARCH_FEED_PATH = "/episodes.xml"
/** All feeds of the site. */
export const OPML_PATH = "/feeds.opml"
/** Where visitors choose how to listen. */
export const LISTEN_PATH = "/ecouter"
export const FEED_TYPE = "application/rss+xml"
