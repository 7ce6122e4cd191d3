/** Why there is no embedded database: one French line that says what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError"
}
