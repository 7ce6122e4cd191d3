// What browsers and the server agree on about uploads (docs/product.md 28.2): tus 1.0.0, https://tus.io/protocols/resumable-upload

export const UPLOADS = "/admin/media/uploads"

/** The most that hosts may allow of one file (`fileMb`): « 2 Go », as whatever shows a file's size may count them. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3
/** What one request brings, where a proxy in front lets that much through: a lost connection costs no more. */
export const PART_BYTES = 8 * 1024 ** 2
/** The least that parts are halved to, and of each but the last. */
export const MIN_PART_BYTES = 256 * 1024
/** Unfinished uploads stay this long after their last part. */
export const RETENTION_DAYS = 2

/** What is to become of what is sent. */
export type UploadPurpose = "library" | "import"

/** `receiving` parts, `waiting` for the media worker, `working` on it; then a medium, or the reason why there is none. */
export type UploadPhase = "receiving" | "waiting" | "working" | "ready" | "failed"
