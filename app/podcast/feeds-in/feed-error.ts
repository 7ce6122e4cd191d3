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

/** The feed's address leads to this site, which is no feed to read here. */
export class LedHereError extends FeedError {
  override name = "LedHereError"
  readonly address: string
  /** Apps and directories remember where it leads to. */
  readonly isPermanent: boolean

  constructor(address: string, isPermanent: boolean) {
    super("Cette adresse mène à ce site.")
    this.address = address
    this.isPermanent = isPermanent
  }
}
