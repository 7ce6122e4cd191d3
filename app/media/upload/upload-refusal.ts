export type RefusalStatus = 400 | 404 | 408 | 409 | 411 | 412 | 413 | 415 | 423 | 429 | 507

/** Why an upload does not go on, in French, with the status that says so to programs. */
export class UploadRefusal extends Error {
  override name = "UploadRefusal"
  status: RefusalStatus

  constructor(status: RefusalStatus, message: string) {
    super(message)
    this.status = status
  }
}
