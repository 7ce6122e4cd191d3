/**
 * Why a file was not copied, in French: `final` is the same tomorrow, `later` may pass, and for what `halts` no other file can
 * be copied either.
 */
export class CopyError extends Error {
  override name = "CopyError"
  readonly kind: "final" | "later" | "halts"
  /** How long its host wants to be left alone. */
  readonly restSeconds: number | undefined

  constructor(kind: CopyError["kind"], message: string, restSeconds?: number) {
    super(message)
    this.kind = kind
    this.restSeconds = restSeconds
  }
}
