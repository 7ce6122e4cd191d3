/** Why an export cannot be read, or no further: one French sentence that tells the host what to do. */
export class ImportError extends Error {
  override name = "ImportError"
}
