/** Why there is no archive: one French line that says what to do. */
export class ExportError extends Error {
  override name = "ExportError"
}
