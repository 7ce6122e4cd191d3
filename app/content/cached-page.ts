/** What a route's `handle` says where every visitor gets the same page, which may then be kept. */
export type CachedPage = {
  cache: {
    /** The query parameters that make another page of it; all others are ignored. */
    parameters: readonly string[]
    /**
     * Whose changes make the page stale, as the database's triggers name them (drizzle/0004_page-purges.sql). `:name`
     * stands for a parameter of the path.
     */
    shows: readonly ("episodes" | "news" | "blog" | "episode/:id")[]
  }
}
