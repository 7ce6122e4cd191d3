/** What is wrong with a feed as a whole, in one French line made for the person who imports it. */
export class FeedError extends Error {
  override name = "FeedError"
}

/** The feed's server answered with an error. */
export class FeedStatusError extends FeedError {
  override name = "FeedStatusError"
  readonly status: number
  /** The header of that name. */
  readonly retryAfter: string | null

  constructor(message: string, status: number, retryAfter: string | null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}
