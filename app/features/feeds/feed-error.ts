/** What is wrong with a feed as a whole, in one French line made for the person who imports it. */
export class FeedError extends Error {
  override name = "FeedError"
}
