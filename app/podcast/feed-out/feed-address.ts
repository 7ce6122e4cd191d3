export const FEED_PATH = "/feed.xml"
/** With `?q=`, what a search of the episodes finds. */
export const SEARCH_FEED_PATH = "/episodes.xml"
/** All feeds of the site. */
export const OPML_PATH = "/feeds.opml"
/** The sounds of supporters: whose and the key of the medium follow. */
export const SOUNDS_PATH = "/soutiens/sons/"
/** Where visitors choose how to listen. */
export const LISTEN_PATH = "/ecouter"
export const FEED_TYPE = "application/rss+xml"
